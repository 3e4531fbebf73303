import { Command } from 'commander';
import { convertCommand } from './convert.js';
import { EXIT, type ExitCode, outcomeOf } from './exit.js';
import { explainCommand } from './explain.js';
import { inspectCommand } from './inspect.js';
import type { CliIo } from './io.js';
import { mappingsCommand } from './mappings.js';
import { plainText } from './plain-text.js';
import { receiptsCommand } from './receipts.js';
import { recoverCommand } from './recover.js';
import { replayCommand } from './replay.js';
import { traceCommand } from './trace.js';
import { validateCommand } from './validate.js';
import { VERSION } from './version.generated.js';

const COMMANDS = [
  convertCommand,
  traceCommand,
  replayCommand,
  receiptsCommand,
  recoverCommand,
  validateCommand,
  inspectCommand,
  explainCommand,
  mappingsCommand,
];

/**
 * Runs one command line (without the names of node and script) and returns its exit code. Never throws, and ends no
 * process.
 */
export async function runCli(args: readonly string[], io: CliIo): Promise<ExitCode> {
  const program = new Command('otel-vcon')
    .description('The bridge between OpenTelemetry traces of AI agents and vCons')
    .version(VERSION)
    .showHelpAfterError('(see --help)');
  program.exitOverride().configureOutput({
    writeOut: (text) => void io.stdout(text).catch(() => {}),
    // What is said of a wrong word repeats it.
    writeErr: (text) => io.stderr(text.split('\n').map(plainText).join('\n')),
  });
  for (const create of COMMANDS) program.addCommand(create(io).copyInheritedSettings(program));
  try {
    await program.parseAsync([...args], { from: 'user' });
    return EXIT.done;
  } catch (error) {
    const { code, message } = outcomeOf(error);
    if (message !== undefined) io.stderr(`error: ${plainText(message)}\n`);
    return code;
  }
}
