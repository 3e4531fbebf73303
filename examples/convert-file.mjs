// An OTLP file converted by the API.
//
//   node examples/convert-file.mjs [file]
import { createReadStream } from 'node:fs';
import { convertTelemetry, serializeVcon, validateVcon } from 'otel-vcon';
import { readOtlp } from 'otel-vcon/otlp';

const file = process.argv[2] ?? 'test/fixtures/traces/mcp-sdk-traceloop.otlp.json';
const onNotice = ({ level, message }) => console.error(`${level}: ${message}`);

const records = readOtlp(createReadStream(file), { source: file, onNotice });
const { vcons } = await convertTelemetry(records, { onNotice });

for (const vcon of vcons) {
  const { valid, errors } = validateVcon(vcon);
  if (!valid) console.error('not valid:', errors);
  console.log(serializeVcon(vcon, { pretty: true }));
}
