import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScript, useCompiled } from './support/compiled.js';

const used = useCompiled();

const vconsIn = (path: string) => readdirSync(path).map((name) => JSON.parse(readFileSync(join(path, name), 'utf8')));

const APP = `
  import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
  import { CallbackSink, VconSpanProcessor } from './esm/processor/index.js';
  import { FileSink } from './esm/processor/node/index.js';
  const [folder] = process.argv.slice(2);
  const start = (options) => new VconSpanProcessor({ sinks: [new FileSink({ folder })], ...options });
  const useTool = (provider) =>
    provider.getTracer('app').startSpan('execute_tool search', {
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search', 'gen_ai.tool.call.id': 'a' },
    }).end();
`;

describe('FC-31 f: a process with the processor in it', () => {
  it('ends by itself, although nobody flushed', async () => {
    const script = `${APP}
      useTool(new BasicTracerProvider({ spanProcessors: [start({ idleMillis: 60_000 })] }));`;
    const { code, millis, stderr } = await runScript(used.compiled.script('app.mjs', script), [used.folder]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(millis).toBeLessThan(5_000);
  });

  it('ends by itself, although a sink hangs in the background', async () => {
    const script = `${APP}
      const sinks = [new CallbackSink(() => new Promise(() => {}))];
      useTool(new BasicTracerProvider({ spanProcessors: [start({ sinks, mapDelayMillis: 1, writeDelayMillis: 1 })] }));
      await new Promise((resolve) => setTimeout(resolve, 100));`;
    const { code, millis } = await runScript(used.compiled.script('hanging.mjs', script), [used.folder]);
    expect(code).toBe(0);
    expect(millis).toBeLessThan(5_000);
  });

  it('waits for a shutdown that somebody awaits, although a sink hangs', async () => {
    const script = `${APP}
      const sinks = [new CallbackSink(() => new Promise(() => {}))];
      const provider = new BasicTracerProvider({ spanProcessors: [start({ sinks, sinkTimeoutMillis: 200, onError() {} })] });
      useTool(provider);
      await provider.shutdown();
      process.stdout.write('done');`;
    const { code, stdout } = await runScript(used.compiled.script('shutdown.mjs', script), [used.folder]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'done' });
  });

  it('writes in the background', async () => {
    const script = `${APP}
      useTool(new BasicTracerProvider({ spanProcessors: [start({ mapDelayMillis: 5, writeDelayMillis: 5 })] }));
      await new Promise((resolve) => setTimeout(resolve, 500));`;
    const { code } = await runScript(used.compiled.script('background.mjs', script), [used.folder]);
    expect(code).toBe(0);
    expect(vconsIn(used.folder)).toMatchObject([{ events: [{ type: 'tool-invocation' }, { type: 'tool-result' }] }]);
  });
});

describe('FC-34 d: the package loaded by import and by require', () => {
  it('records each call once', async () => {
    const script = `${APP}
      import { createRequire } from 'node:module';
      const require = createRequire(import.meta.url);
      const other = require('./cjs/processor/index.js');
      const otherNode = require('./cjs/processor/node/index.js');
      const second = new other.VconSpanProcessor({ sinks: [new otherNode.FileSink({ folder })], onError() {} });
      const provider = new BasicTracerProvider({ spanProcessors: [start(), second] });
      useTool(provider);
      await provider.shutdown();
      process.stdout.write(String(other.VconSpanProcessor === VconSpanProcessor));`;
    const { code, stdout, stderr } = await runScript(used.compiled.script('twice.mjs', script), [used.folder]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'false', stderr: '' });
    expect(vconsIn(used.folder)).toMatchObject([{ events: [{ type: 'tool-invocation' }, { type: 'tool-result' }] }]);
  });
});
