// Runs one contender once in this process and prints what it took, as JSON: milliseconds on the clock and of processor time.
// Usage: node contender.mjs <name> <file>
import { createReadStream, readFileSync } from 'node:fs';

const [contender, file] = process.argv.slice(2);
const dist = process.env.OTEL_VCON_DIST ?? new URL('../../dist/esm', import.meta.url).href;
const load = (path) => import(`${dist}/${path}`);
let written = 0;
const write = (text) => {
  written += text.length;
};

const contenders = {
  async straightforward() {
    const { convert } = await import('./straightforward.mjs');
    return () => convert(file, write);
  },
  async 'otel-vcon'() {
    const { Converter } = await load('bridge/index.js');
    const { readOtlpBatches } = await load('otlp/index.js');
    const { serializeVcon } = await load('vcon/index.js');
    return async () => {
      const converter = new Converter();
      const { telling } = converter;
      const bytes = createReadStream(file, { highWaterMark: 1 << 20 });
      for await (const records of readOtlpBatches(bytes, { source: file, telling }))
        for (const record of records) converter.add(record);
      for (const { vcon } of converter.drain()) write(`${serializeVcon(vcon)}\n`);
    };
  },
  async floor() {
    const { convert } = await import('./straightforward.mjs');
    const output = [];
    convert(file, (line) => output.push(JSON.parse(line)));
    const spans = spansOf(readFileSync(file));
    return () => {
      const decoder = new TextDecoder();
      for (const span of spans) JSON.parse(decoder.decode(span));
      for (const vcon of output) write(`${JSON.stringify(vcon)}\n`);
    };
  },
};

/** The bytes of each span of the corpus. */
function spansOf(bytes) {
  const spans = [];
  const start = Buffer.from('{"traceId"');
  const end = Buffer.from('}]}],"schemaUrl"');
  for (let at = bytes.indexOf(start); at !== -1; ) {
    const next = bytes.indexOf(start, at + 1);
    const line = bytes.indexOf(end, at);
    const isLast = next === -1 || line < next;
    spans.push(bytes.subarray(at, isLast ? line + 1 : next - 1));
    at = next;
  }
  return spans;
}

const run = await contenders[contender]();
const cpu = process.cpuUsage();
const start = performance.now();
await run();
const millis = performance.now() - start;
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ millis, cpuMillis: (user + system) / 1000, written }));
