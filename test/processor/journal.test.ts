import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MappedRecord } from '../../src/mapping/index.js';
import { CallbackSink, recordPolicyDecision } from '../../src/processor/index.js';
import { FileJournal } from '../../src/processor/node/index.js';
import { readLine, writeLine } from '../../src/processor/node/journal-lines.js';
import { identityOf } from '../../src/processor/node/journal-run.js';
import { agent, endTool, startAgent, startTool, useTool } from './support/agent.js';
import { FirstJournal, letProcessEnd } from './support/journals.js';

const POLL = { timeout: 10_000 };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'otel-vcon-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const journal = () => new FileJournal({ folder });

const firstJournal = (maxBytes?: number) => new FirstJournal({ folder, ...(maxBytes !== undefined && { maxBytes }) });

const journalText = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');

describe('a processor with a journal', () => {
  it('leaves nothing behind when it was shut down', async () => {
    const { sink, processor, tracer } = agent({ journal: journal() });
    useTool(tracer, { id: 'a' });
    expect(journalText()).toContain('"callId":"a"');
    await processor.shutdown();
    expect(sink.types).toEqual(['tool-invocation', 'tool-result']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('completes what an earlier process left: calls that ended, calls that ran, under the uuid it had', async () => {
    const first = agent({ journal: firstJournal() });
    const { inside } = startAgent(first.tracer, 'planner');
    useTool(first.tracer, { id: 'a' }, inside);
    await first.processor.forceFlush();
    const [uuid] = first.sink.vcons.keys();
    useTool(first.tracer, { id: 'b' }, inside);
    startTool(first.tracer, { id: 'c' }, inside);
    letProcessEnd(folder);

    const second = agent({ journal: journal() });
    await expect.poll(() => second.sink.writes.length, POLL).toBe(1);
    expect([...second.sink.vcons.keys()]).toEqual([uuid]);
    expect(second.sink.writes[0]).toMatchObject({ final: true });
    expect(second.sink.events.map((event) => `${event.type} ${event['operation_id']}`).sort()).toEqual([
      'tool-invocation a',
      'tool-invocation b',
      'tool-invocation c',
      'tool-result a',
      'tool-result b',
    ]);
    expect([...second.sink.vcons.values()][0]?.parties).toMatchObject([{ name: 'planner' }]);
    await expect.poll(() => readdirSync(folder), POLL).toEqual([]);
  });

  it('keeps the standing decisions at the start of a later part', async () => {
    const attributes = { 'gen_ai.conversation.id': 'c1' };
    const first = agent({ journal: firstJournal(), limits: { conversationRecords: 2 } });
    const run = first.tracer.startSpan('run', { attributes });
    recordPolicyDecision(run, { decision: 'allowed', life: 'standing', server: '!host', tool: 'search' });
    for (const id of ['a', 'b']) {
      const call = startTool(first.tracer, { id });
      call.setAttributes(attributes);
      endTool(call);
    }
    run.end();
    await first.processor.forceFlush();
    const call = startTool(first.tracer, { id: 'd' });
    call.setAttributes(attributes);
    endTool(call);
    await first.processor.forceFlush();
    const parts = [...first.sink.vcons.values()];
    expect(parts).toHaveLength(2);
    letProcessEnd(folder);

    const second = agent({ journal: journal() });
    await expect.poll(() => second.sink.writes.length, POLL).toBe(1);
    expect(second.sink.writes[0]).toMatchObject({ part: 2, vcon: { uuid: parts[1]?.uuid } });
    expect(second.sink.events).toEqual(parts[1]?.events);
    expect(second.sink.events[0]).toMatchObject({ type: 'policy-decision', policy_life: 'standing' });
  });

  it('leaves the journal when a sink did not take everything, for the next start', async () => {
    const options = { sinks: [new CallbackSink(() => Promise.reject(new Error('down')))], journal: firstJournal() };
    const first = agent(options);
    useTool(first.tracer, { id: 'a' });
    await first.processor.shutdown();
    expect(readdirSync(folder)).toHaveLength(1);
    letProcessEnd(folder);
    const second = agent({ journal: journal() });
    await expect.poll(() => second.sink.types, POLL).toEqual(['tool-invocation', 'tool-result']);
  });

  it('begins anew when it is long, and forgets what is durable', async () => {
    const { sink, processor, tracer } = agent({ journal: firstJournal(10_000), limits: { traces: 5 } });
    for (let index = 0; index < 200; index += 1) {
      useTool(tracer, { id: `call-${index}` });
      if (index % 10 === 0) await processor.forceFlush();
    }
    await processor.forceFlush();
    await expect.poll(() => journalText().length, POLL).toBeLessThan(100_000);
    const open = [...sink.vcons.values()].length;
    letProcessEnd(folder);
    const second = agent({ journal: journal() });
    await expect.poll(() => second.sink.writes.length, POLL).toBeGreaterThan(0);
    for (const uuid of second.sink.vcons.keys()) expect(sink.vcons.has(uuid)).toBe(true);
    expect(second.sink.vcons.size).toBeLessThan(open);
  });

  it('goes on without when the disk does not take it, and says so', async () => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file where the folder should be');
    const { sink, problems, processor, tracer } = agent({ journal: journal() });
    useTool(tracer);
    await processor.shutdown();
    expect(sink.types).toEqual(['tool-invocation', 'tool-result']);
    expect(problems.map(({ kind }) => kind)).toContain('journal-failed');
  });

  it('keeps no credential, and no content that is not to be recorded', async () => {
    const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH';
    const { tracer } = agent({ journal: journal(), capture: { tools: { bank: 'none' } } });
    useTool(tracer, { tool: 'search', args: JSON.stringify({ api_key: secret, q: 'weather' }) });
    useTool(tracer, { tool: 'bank', args: '{"account":"DE12345"}', result: '"balance 7"' });
    const text = journalText();
    expect(text).toContain('weather');
    expect(text).not.toContain(secret);
    expect(text).not.toContain('DE12345');
    expect(text).not.toContain('balance 7');
  });

  it('keeps no content when the application redacts and its hook throws', async () => {
    const redact = () => {
      throw new Error('no');
    };
    const { tracer, sink, processor } = agent({ journal: journal(), bridge: { redact } });
    useTool(tracer, { args: '{"account":"DE12345"}' });
    expect(journalText()).not.toContain('DE12345');
    await processor.shutdown();
    expect(sink.types).toEqual(['tool-invocation', 'tool-result']);
  });
});

describe('whose journal it is', () => {
  const recovered = async () => {
    const found = [];
    for await (const each of journal().recover()) found.push(each);
    return found;
  };

  it('leaves alone those of processes that are alive, and its own', async () => {
    const { tracer } = agent({ journal: firstJournal() });
    useTool(tracer);
    mkdirSync(join(folder, 'of-another'));
    writeFileSync(join(folder, 'of-another', 'run.json'), JSON.stringify({ format: 1, ...identityOf(process.ppid) }));
    expect(await recovered()).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('takes that of a process whose number was given out again', async () => {
    const { tracer } = agent({ journal: firstJournal() });
    useTool(tracer);
    for (const name of readdirSync(folder)) {
      const header = { format: 1, pid: process.ppid, started: 'long ago' };
      writeFileSync(join(folder, name, 'run.json'), JSON.stringify(header));
    }
    expect(await recovered()).toHaveLength(1);
  });

  it('lets one process complete it, not two', async () => {
    const { tracer } = agent({ journal: firstJournal() });
    useTool(tracer);
    letProcessEnd(folder);
    const found = await Promise.all([recovered(), recovered(), recovered()]);
    expect(found.flat()).toHaveLength(1);
  });
});

describe('the lines of a journal', () => {
  it('keep every value', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.double(),
        fc.bigInt(),
        fc.boolean(),
        fc.constant(null),
        fc.uint8Array(),
        fc.array(tie('value')),
        fc.dictionary(
          fc.oneof(fc.string(), fc.constantFrom('$int', '$bytes', '$map', '$number', '__proto__')),
          tie('value'),
        ),
      ),
    })).value;
    fc.assert(
      fc.property(value, (content) => {
        const record = {
          rules: [],
          remarks: [],
          signals: [{ content: { value: content } }],
        } as unknown as MappedRecord;
        const text = writeLine({ record });
        expect(text.indexOf('\n')).toBe(text.length - 1);
        const read = readLine(text) as { record: typeof record };
        expect(normal(read.record.signals[0]?.content?.value)).toEqual(normal(content));
      }),
    );
  });

  it('that were cut are left out', () => {
    const line = writeLine({ settle: 5 });
    expect(readLine(line)).toEqual({ settle: 5 });
    for (let end = 0; end < line.length - 1; end += 1) expect(readLine(line.slice(0, end))).toBeUndefined();
  });
});

/** JSON has no negative zero, and prototypes do not count. */
function normal(value: unknown): unknown {
  if (Object.is(value, -0)) return 0;
  if (value instanceof Uint8Array) return [...value];
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([key, member]) => [key, normal(member)]);
}
