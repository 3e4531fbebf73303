import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { attach } from '../../src/processor/node/attach.js';
import { optionsFromEnvironment } from '../../src/processor/node/environment.js';
import { runScript, useCompiled } from './support/compiled.js';

const used = useCompiled();

/** What an application or an instrumentation does to be traced. */
const SET_UP = `
  import { trace } from '@opentelemetry/api';
  import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
`;
const USE_TOOL = `
  import * as api from '@opentelemetry/api';
  const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search', 'gen_ai.tool.call.id': 'a' };
  api.trace.getTracer('app').startSpan('execute_tool search', { attributes }).end();
`;

/** Runs an application, its modules in this order, `register` standing for ours. */
async function run(
  modules: readonly string[],
  { env = {}, format = 'esm' }: { readonly env?: Record<string, string>; readonly format?: 'esm' | 'cjs' } = {},
) {
  const register = join(used.compiled.folder, format, 'register.js');
  const paths = modules.map((text, index) =>
    text === 'register' ? register : used.compiled.script(`module-${index}.mjs`, text),
  );
  const app = paths.pop() ?? '';
  const flags = paths.flatMap((path) => ['--import', pathToFileURL(path).href]);
  const ended = await runScript(flags[0] ?? app, [...flags.slice(1), ...(flags.length > 0 ? [app] : [])], {
    env: { OTEL_VCON_FOLDER: used.folder, ...env },
  });
  const vcons = readdirSync(used.folder).map((name) => JSON.parse(readFileSync(join(used.folder, name), 'utf8')));
  return { ...ended, events: vcons.flatMap(({ events }) => events.map(({ type }: { type: string }) => type)) };
}

const BOTH = ['tool-invocation', 'tool-result'];

describe('node --import otel-vcon/register', () => {
  it('joins the provider that the application registers later', async () => {
    const { code, stderr, events } = await run(['register', `${SET_UP}${USE_TOOL}`]);
    expect({ code, stderr, events }).toEqual({ code: 0, stderr: '', events: BOTH });
  });

  it.each([
    ['before', [SET_UP, 'register', USE_TOOL]],
    ['after', ['register', SET_UP, USE_TOOL]],
  ])('joins the provider of an instrumentation that is loaded %s it', async (_, modules) => {
    const { code, stderr, events } = await run(modules);
    expect({ code, stderr, events }).toEqual({ code: 0, stderr: '', events: BOTH });
  });

  it('leaves the processors of others at work, and is shut down with them', async () => {
    const app = `${SET_UP}${USE_TOOL}
      await provider.shutdown();
      process.stdout.write(String(exporter.getFinishedSpans().length));
      await provider.forceFlush();`;
    const { code, events } = await run(['register', app]);
    expect({ code, events }).toEqual({ code: 0, events: BOTH });
  });

  it('works as CommonJS', async () => {
    const { code, stderr, events } = await run(['register', `${SET_UP}${USE_TOOL}`], { format: 'cjs' });
    expect({ code, stderr, events }).toEqual({ code: 0, stderr: '', events: BOTH });
  });

  it('registers a provider of its own on request', async () => {
    const { code, stderr, events } = await run(['register', USE_TOOL], { env: { OTEL_VCON_START_SDK: 'true' } });
    expect({ code, stderr, events }).toEqual({ code: 0, stderr: '', events: BOTH });
  });

  it.each(['OTEL_VCON_DISABLED', 'OTEL_SDK_DISABLED'])('does nothing with %s', async (name) => {
    const { code, stderr, events } = await run(['register', `${SET_UP}${USE_TOOL}`], { env: { [name]: 'true' } });
    expect({ code, stderr, events }).toEqual({ code: 0, stderr: '', events: [] });
  });

  it('warns of a wrong variable, and lets the application run', async () => {
    const app = `${SET_UP}${USE_TOOL} process.stdout.write('ran');`;
    const { code, stdout, stderr } = await run(['register', app], { env: { OTEL_VCON_CAPTURE: 'some' } });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'ran' });
    expect(stderr).toContain('OTEL_VCON_CAPTURE');
  });
});

describe('attach', () => {
  const processor = { onStart() {}, onEnd() {}, forceFlush: async () => {}, shutdown: async () => {} };

  it('uses the method of SDK 1.x', () => {
    const added: unknown[] = [];
    expect(attach({ addSpanProcessor: (one: unknown) => added.push(one) }, processor)).toBe(true);
    expect(added).toEqual([processor]);
  });

  it('adds a processor once', () => {
    const list = [{ ...processor }];
    const provider = { inner: { ...processor, list } };
    expect([attach(provider, processor), attach(provider, processor)]).toEqual([true, true]);
    expect(list).toHaveLength(2);
  });

  it('says so when a provider is of an unknown kind', () => {
    const circular: Record<string, unknown> = { a: { b: [1, 2] } };
    circular['self'] = circular;
    expect(attach(circular, processor)).toBe(false);
  });
});

describe('optionsFromEnvironment', () => {
  it('writes files by default', () => {
    const options = optionsFromEnvironment({});
    expect(options?.sinks.map(({ target }) => target)).toEqual([`file:${join(process.cwd(), 'vcons')}`]);
    expect(options).not.toHaveProperty('journal');
  });

  it('reads every variable', () => {
    const options = optionsFromEnvironment({
      OTEL_VCON_EVENTS: 'events.ndjson',
      OTEL_VCON_URL: 'https://vcons.example/in',
      OTEL_VCON_HEADERS: 'authorization=Bearer%20x,x-team=a',
      OTEL_VCON_QUEUE: used.folder,
      OTEL_VCON_JOURNAL: used.folder,
      OTEL_VCON_GROUP_BY: 'trace',
      OTEL_VCON_CAPTURE: 'HASH',
      OTEL_VCON_DOMAIN: 'example.org',
      OTEL_VCON_IDLE: '60000',
      OTEL_VCON_WRITE_DELAY: '500',
      OTEL_VCON_RECORD_UNSAMPLED: 'true',
    });
    expect(options?.sinks.map(({ target }) => target)).toEqual([
      `events:${join(process.cwd(), 'events.ndjson')}`,
      'http:https://vcons.example/in',
    ]);
    expect(options).toMatchObject({
      bridge: { groupBy: 'trace', domain: 'example.org' },
      capture: { default: 'hash' },
      idleMillis: 60_000,
      writeDelayMillis: 500,
      recordUnsampled: true,
    });
    expect(options?.journal).toBeDefined();
  });

  it.each([
    ['OTEL_VCON_GROUP_BY', 'session'],
    ['OTEL_VCON_IDLE', '-1'],
    ['OTEL_VCON_URL', 'ftp://x'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => optionsFromEnvironment({ [name]: value })).toThrow();
  });
});
