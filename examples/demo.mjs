// npm run demo: the whole way once. Runs the example agents with the processor, converts the shipped traces of real frameworks,
// validates every vCon, and replays all of them into a receiver. With OTEL_EXPORTER_OTLP_ENDPOINT set, that is the receiver.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printTree, spansOf, startReceiver } from './receiver.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const out = 'examples/out/demo';
const traces = 'test/fixtures/traces';

/** Runs a program of this repository and ends the demo when it fails. */
function run(args, { show = true } = {}) {
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) {
    process.stdout.write(stdout);
    console.error(`failed: node ${args.join(' ')}`);
    process.exit(1);
  }
  if (show) process.stdout.write(stdout);
  return stdout;
}

const cli = (...args) => ['dist/esm/cli/main.js', ...args];
const filesIn = (folder, ending) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);
const heading = (text) => console.log(`\n== ${text}\n`);

rmSync(join(root, out), { recursive: true, force: true });
mkdirSync(join(root, out), { recursive: true });

heading('An agent on the plain OpenTelemetry API, all twelve event types');
run(['examples/agent.mjs', `${out}/agent`, '--fixed']);
run(cli('inspect', ...filesIn(`${out}/agent`, '.vcon')));

heading('The Vercel AI SDK with the processor registered');
run(['examples/ai-sdk.mjs', `${out}/ai-sdk`]);
run(cli('inspect', ...filesIn(`${out}/ai-sdk`, '.vcon')));

const folders = [`${out}/agent`, `${out}/ai-sdk`];
const inputs = filesIn(traces, '.otlp.json');
const emitterOf = (file) => basename(file).split('.')[0];
for (const emitter of new Set(inputs.map(emitterOf))) {
  heading(`Traces of ${emitter}`);
  run(cli('convert', ...inputs.filter((file) => emitterOf(file) === emitter), '-o', `${out}/${emitter}/`));
  folders.push(`${out}/${emitter}`);
}

heading('Every vCon, validated');
const vcons = folders.flatMap((folder) => filesIn(folder, '.vcon'));
run(cli('validate', ...vcons), { show: false });
console.log(`${vcons.length} vCons in ${out}, all valid`);

heading('All of them, replayed as traces');
const given = process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
const receiver = given === undefined ? await startReceiver() : undefined;
const endpoint = given ?? receiver.endpoint;
const replay = spawn(process.execPath, cli('replay', ...vcons, '--endpoint', endpoint), {
  cwd: root,
  stdio: 'inherit',
});
const [code] = await once(replay, 'exit');
receiver?.close();
if (code !== 0) process.exit(1);
if (receiver !== undefined) console.log(`${receiver.spans.length} spans received`);

heading('The trace of the agent, made from its vCon');
const agentTrace = `${out}/agent.jsonl`;
run(cli('trace', ...filesIn(`${out}/agent`, '.vcon'), '-o', agentTrace));
printTree(spansOf(JSON.parse(readFileSync(join(root, agentTrace), 'utf8'))));
