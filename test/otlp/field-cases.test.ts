import { describe, expect, it } from 'vitest';
import { fixture, names, read } from './reading.js';

const field = (name: string) => fixture(`cases/field/${name}`);

describe('what Tempo gives to download', () => {
  it.each(['tempo-v1.json', 'tempo-v2.json'])('%s: base64 ids, enum names, wrappers', async (file) => {
    const { spans, warnings } = await read(field(`01-tempo-download/${file}`));
    expect(warnings).toEqual([]);
    expect(names({ spans } as never)).toEqual(['invoke_agent planner', 'execute_tool get_weather']);
    const [agent, tool] = spans;
    expect(agent?.traceId).toBe('0000000000000000594e519ae499312b');
    expect(tool?.parentSpanId).toBe(agent?.spanId);
    expect(tool?.kind).toBe('internal');
    expect(tool?.resource.attributes['service.name']).toBe('trip-agent');
  });

  it('takes hex for hex although it is base64 too', async () => {
    const { spans } = await read(field('01-tempo-download/hex-that-is-base64-too.json'));
    const source = JSON.parse(new TextDecoder().decode(field('01-tempo-download/hex-that-is-base64-too.json')));
    const ids = source.resourceSpans[0].scopeSpans[0].spans.map((item: { spanId: string }) => item.spanId);
    expect(spans.map(({ spanId }) => spanId)).toEqual(ids);
  });
});

describe('spelling', () => {
  it.each(['enum-names.json', 'snake-case.json'])('%s', async (file) => {
    const { spans, warnings } = await read(field(`02-spelling/${file}`));
    expect(warnings).toEqual([]);
    const [agent, classify, fetch] = spans;
    expect(spans).toHaveLength(3);
    expect(classify?.parentSpanId).toBe(agent?.spanId);
    expect(fetch?.parentSpanId).toBe(agent?.spanId);
    expect(agent?.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(fetch?.status.code).toBe('error');
    expect(classify?.attributes['gen_ai.tool.call.arguments']).toBe('{"kind":"SPAN_KIND_SERVER"}');
    expect(classify?.attributes['gen_ai.tool.call.result']).toBe('{"status":"STATUS_CODE_ERROR"}');
    expect(classify?.startTime?.[0]).toBeGreaterThan(1_796_000_000);
  });
});

describe('attribute values', () => {
  it('keeps every shape of structured arguments', async () => {
    const { spans, warnings } = await read(field('04-arguments/structured.json'));
    expect(warnings).toEqual([]);
    const attributes = spans.find(({ name }) => name.startsWith('execute_tool'))?.attributes;
    expect({ ...(attributes?.['gen_ai.tool.call.arguments'] as object) }).toMatchObject({
      account_id: 9007199254740993n,
      tags: [],
      opt: null,
      flag: false,
      zero: 0,
      blob: new Uint8Array([0, 255, 254]),
    });
    expect(attributes?.['gen_ai.tool.call.result']).toEqual(Object.create(null));
    expect(attributes?.team).toBe('new');
    expect(attributes?.nothing).toBeNull();
    expect(attributes?.novalue).toBeNull();
  });

  it('leaves texts as they are', async () => {
    const { spans } = await read(field('04-arguments/texts.json'));
    const argumentsOf = (tool: string) =>
      spans.find(({ attributes }) => attributes['gen_ai.tool.name'] === tool)?.attributes['gen_ai.tool.call.arguments'];
    expect(spans).toHaveLength(9);
    expect(argumentsOf('t_plain')).toBe('{"city":"Paris"}');
    expect(argumentsOf('t_double')).toBe('"{\\"city\\":\\"Paris\\"}"');
    expect(argumentsOf('t_empty')).toBe('');
    expect(argumentsOf('t_absent')).toBeUndefined();
  });

  it('reads numbers that are none, holes and lone surrogates', async () => {
    const { spans, warnings } = await read(field('05-odd-values/input.json'));
    expect(warnings).toEqual([]);
    expect(spans).toHaveLength(2);
    expect(spans[0]?.attributes).toMatchObject({
      score: null,
      nan: NaN,
      inf: -Infinity,
      quoted: 1.5,
      holes: [1, null, null],
    });
    expect(spans[0]?.attributes['gen_ai.tool.call.result']).toBe('café 😀 ok');
    expect({ ...(spans[1]?.attributes['gen_ai.tool.call.result'] as object) }).toEqual({
      mean: NaN,
      max: Infinity,
      min: 0.5,
    });
  });
});

describe('a file of several signals', () => {
  it('gives traces and logs, and skips the others without a warning', async () => {
    const { spans, logs, warnings, infos } = await read(field('06-mixed-signals/input.jsonl'));
    expect(warnings).toEqual([]);
    expect(infos.map(({ origin }) => origin?.line)).toEqual([2, 5]);
    expect(names({ spans } as never)).toEqual(['execute_tool seat_map', 'invoke_agent planner']);
    expect(logs).toHaveLength(2);
    expect(logs[0]).toMatchObject({
      eventName: 'gen_ai.client.operation.exception',
      severityNumber: 13,
      spanId: spans[0]?.spanId,
      time: [1796029201, 400_000_000],
    });
    expect(logs[1]).toMatchObject({ body: 'unrelated line', time: [1796029201, 450_000_000] });
    expect(logs[1]).not.toHaveProperty('spanId');
  });
});

describe('framing', () => {
  it.each([
    ['bom-crlf.jsonl', ['one', 'two']],
    ['concatenated.json', ['one', 'two', 'three']],
    ['array.json', ['one', 'two']],
    ['utf16.jsonl', ['one', 'two']],
  ])('%s: nothing is lost', async (file, tools) => {
    const reading = await read(field(`07-framing/${file}`));
    expect(names(reading)).toEqual(tools.map((tool) => `execute_tool ${tool}`));
    expect(reading.warnings).toEqual([]);
  });

  it('names the line that is cut off and reads those before', async () => {
    const reading = await read(field('07-framing/cut-last-line.jsonl'));
    expect(names(reading)).toEqual(['execute_tool one', 'execute_tool two']);
    expect(reading.warnings).toHaveLength(1);
    expect(reading.warnings[0]).toMatchObject({ code: 'OTLP_CUT', origin: { source: 'test', line: 3 } });
  });

  it('finds the JSON in a log, and says which line has none', async () => {
    const reading = await read(field('07-framing/log-prefix.log'));
    expect(names(reading)).toEqual(['execute_tool one', 'execute_tool two']);
    expect(reading.spans[0]?.resource.attributes['service.name']).toBe('trip-agent');
    expect(reading.warnings).toMatchObject([{ code: 'OTLP_NO_JSON', origin: { line: 3 } }]);
  });

  it('reads spans in any order over lines', async () => {
    const { spans, warnings } = await read(field('26-order-and-parents/input.jsonl'));
    expect(warnings).toEqual([]);
    expect(spans).toHaveLength(5);
  });
});

describe('real traces', () => {
  it.each(['langfuse-sdk.otlp.json', 'mcp-sdk-traceloop.otlp.json', 'codex-cli.otlp.json', 'genkit.otlp.json'])(
    '%s: every span, with every attribute',
    async (file) => {
      const bytes = fixture(`traces/${file}`);
      const source = JSON.parse(new TextDecoder().decode(bytes));
      // biome-ignore lint/suspicious/noExplicitAny: plain JSON of a fixture
      const plain = source.resourceSpans.flatMap((r: any) => r.scopeSpans.flatMap((s: any) => s.spans));
      const { spans, warnings } = await read(bytes);
      expect(warnings).toEqual([]);
      expect(spans.map(({ spanId }) => spanId)).toEqual(plain.map((item: { spanId: string }) => item.spanId));
      expect(spans.map(({ attributes }) => Object.keys(attributes))).toEqual(
        plain.map((item: { attributes?: { key: string }[] }) => [
          ...new Set((item.attributes ?? []).map(({ key }) => key)),
        ]),
      );
    },
  );

  it('reads logs, whose time may be observed only', async () => {
    const { logs, warnings } = await read(fixture('traces/codex-cli.logs.otlp.json'));
    const text = new TextDecoder().decode(fixture('traces/codex-cli.logs.otlp.json'));
    expect(warnings).toEqual([]);
    expect(logs).toHaveLength(text.split('"timeUnixNano":').length - 1);
    expect(logs[0]).toMatchObject({ time: undefined, observedTime: [1796051857, 668478279], severityText: 'INFO' });
    expect(logs[0]).not.toHaveProperty('body');
  });
});
