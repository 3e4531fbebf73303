// The memory and the time that the command needs for inputs of growing size, which are made while they are read and are stored nowhere.
// SIZES_MB=10,100,1000,10000 measures what the budgets speak of; the default is quicker.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { lines } from './corpus.mjs';

const SIZES = (process.env.SIZES_MB ?? '10,100,300').split(',').map(Number);
const TOOL_SHARE = Number(process.env.TOOL_SHARE ?? 0.05);
const MAX_OPEN = process.env.MAX_OPEN ?? '200';
const MOST_MEGABYTES = 150;
/** Time grows with the size: a larger input takes no more a megabyte than one of 100 MB, but for what else the machine does. */
const MOST_GROWTH = 1.3;

const dist = process.env.OTEL_VCON_DIST ?? new URL('../../dist/esm', import.meta.url).href;
const command = fileURLToPath(`${dist}/cli/main.js`);

process.stdout.write(`\noffline, memory (--max-open ${MAX_OPEN}, ${TOOL_SHARE * 100} % of spans tool calls)\n`);
const results = [];
for (const megabytes of SIZES) {
  const result = await convert(megabytes);
  results.push(result);
  const { seconds, peak } = result;
  process.stdout.write(
    `${`${megabytes} MB`.padEnd(12)}${`${seconds.toFixed(1)} s`.padStart(10)}${`${(megabytes / seconds).toFixed(1)} MB/s`.padStart(14)}${`${peak.toFixed(0)} MB resident`.padStart(20)}\n`,
  );
}
const peak = Math.max(...results.map((result) => result.peak));
const [first, last] = [results.find(({ megabytes }) => megabytes >= 100) ?? results[0], results.at(-1)];
const growth = last.seconds / last.megabytes / (first.seconds / first.megabytes);
process.stdout.write(
  `most memory         ${peak.toFixed(0)} MB   budget ${MOST_MEGABYTES}: ${verdict(peak <= MOST_MEGABYTES)}\n`,
);
process.stdout.write(
  `time a megabyte     x ${growth.toFixed(2)}   budget ${MOST_GROWTH}: ${verdict(growth <= MOST_GROWTH)}\n`,
);

function verdict(isMet) {
  if (!isMet) process.exitCode = 1;
  return isMet ? 'met' : 'missed';
}

/** Processor time, and the most memory, of one conversion. */
async function convert(megabytes) {
  const report = fileURLToPath(new URL('report-usage.mjs', import.meta.url));
  const args = ['--import', report, command, 'convert', '--max-open', MAX_OPEN, '-'];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'ignore', 'pipe'] });
  let usage = '';
  child.stdio[3].on('data', (data) => {
    usage += data;
  });
  const closed = once(child, 'close');
  for (const line of lines(megabytes * 1e6, TOOL_SHARE)) if (!child.stdin.write(line)) await once(child.stdin, 'drain');
  child.stdin.end();
  const [code] = await closed;
  if (code !== 0) throw new Error(`the command ended with ${code}`);
  return { megabytes, ...JSON.parse(usage) };
}
