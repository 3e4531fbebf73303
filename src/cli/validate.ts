import { Command } from 'commander';
import { OtelVconError } from '../telemetry/index.js';
import { type Finding, unwrapVcon, type ValidationReport, validateVcon } from '../vcon/index.js';
import { Diagnostics } from './diagnostics.js';
import { AlreadyReported } from './exit.js';
import type { CliIo } from './io.js';
import { plainText } from './plain-text.js';
import { type VconText, vconTexts } from './vcon-inputs.js';

interface ValidateFlags {
  readonly json?: true;
  readonly strict?: true;
}

/** `otel-vcon validate`: whether vCons are valid, and why not. */
export function validateCommand(io: CliIo): Command {
  return new Command('validate')
    .description('check vCons against core 0.5.0 and the tool-invocation draft')
    .argument('<vcon...>', 'vCon files, one or several a file; - is stdin')
    .option('--json', 'one JSON report a line')
    .option('--strict', 'warnings make the exit code 1 too')
    .action((files: readonly string[], flags: ValidateFlags) => validate(files, flags, io));
}

async function validate(files: readonly string[], flags: ValidateFlags, io: CliIo): Promise<void> {
  const diagnostics = new Diagnostics(io);
  let failed = false;
  for await (const { name, content } of vconTexts(files, io, diagnostics)) {
    const report = await reportOn(content);
    failed ||= !report.valid || (flags.strict === true && report.warnings.length > 0);
    await io.stdout(flags.json ? `${JSON.stringify({ file: name, ...report })}\n` : forPeople(name, report));
  }
  diagnostics.finish();
  if (failed) throw new AlreadyReported();
}

async function reportOn(content: VconText['content']): Promise<ValidationReport> {
  try {
    if (content instanceof OtelVconError) throw content;
    return validateVcon((await unwrapVcon(content)).value);
  } catch (error) {
    if (!(error instanceof OtelVconError)) throw error;
    const { code, message } = error;
    return { valid: false, errors: [{ code, path: '', message }], warnings: [], observations: [] };
  }
}

function forPeople(name: string, report: ValidationReport): string {
  const list = (level: string, findings: readonly Finding[]): string[] =>
    findings.map(
      ({ code, path, message }) => `  ${level} ${path === '' ? '(whole vCon)' : path}: ${message} [${code}]`,
    );
  const verdict = report.valid ? 'valid' : 'INVALID';
  return `${[
    `${name}: ${verdict}`,
    ...list('error', report.errors),
    ...list('warning', report.warnings),
    ...list('observation', report.observations),
  ]
    .map(plainText)
    .join('\n')}\n`;
}
