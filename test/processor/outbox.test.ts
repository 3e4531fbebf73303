import { describe, expect, it } from 'vitest';
import type { BuiltVcon } from '../../src/bridge/index.js';
import { Outbox, type OutboxOptions } from '../../src/processor/outbox.js';
import { type Problem, ProblemReporter } from '../../src/processor/problem.js';
import type { VconSink } from '../../src/processor/sink.js';

function built(uuid: string, events = 0): BuiltVcon {
  const vcon = {
    uuid,
    created_at: '2026-01-01T00:00:00Z',
    parties: [],
    events: Array.from({ length: events }, () => ({ type: 'x' })),
  };
  return { vcon, key: uuid, part: 1, final: false, trail: [] };
}

function outbox(sink: VconSink, options: Partial<OutboxOptions['waiting']> & { readonly timeoutMillis?: number } = {}) {
  const { timeoutMillis = 50, ...waiting } = options;
  const problems: Problem[] = [];
  const reporter = new ProblemReporter((problem) => problems.push(problem), 0);
  const limits = { maxVcons: 100, maxBytes: 1e6, drop: 'oldest', ...waiting } as const;
  return { problems, outbox: new Outbox(sink, { timeoutMillis, waiting: limits }, reporter) };
}

/** A sink that does what the test says, write by write. */
function scripted(...answers: readonly (() => unknown)[]) {
  const written: string[] = [];
  let next = 0;
  const sink: VconSink = {
    async write({ vcon }) {
      const answer = answers[next] ?? (() => undefined);
      next += 1;
      await answer();
      written.push(`${vcon.uuid}:${vcon.events?.length}`);
    },
  };
  return { sink, written };
}

const fail = () => Promise.reject(new Error('disk full'));
const never = () => new Promise(() => undefined);

describe('Outbox', () => {
  it('writes the newest version of each vCon once', async () => {
    const { sink, written } = scripted();
    const { outbox: box } = outbox(sink);
    box.put(built('a', 1));
    box.put(built('b', 1));
    box.put(built('a', 2));
    await Promise.all([box.flush(), box.flush()]);
    await box.flush();
    expect(written).toEqual(['b:1', 'a:2']);
  });

  it('writes after a flush that had nothing to do', async () => {
    const { sink, written } = scripted();
    const { outbox: box } = outbox(sink);
    await box.flush();
    box.put(built('a'));
    await box.flush();
    expect(written).toEqual(['a:0']);
  });

  it('keeps what a sink rejects for the next flush, and says so', async () => {
    const { sink, written } = scripted(fail, () => undefined);
    const { outbox: box, problems } = outbox(sink);
    box.put(built('a'));
    box.put(built('b'));
    await box.flush();
    expect(written).toEqual(['b:0']);
    expect(box.stats()).toMatchObject({ waiting: 1, written: 1, failed: 1, lost: 0 });
    expect(problems.map(({ kind }) => kind)).toEqual(['sink-failed']);
    await box.flush();
    expect(written).toEqual(['b:0', 'a:0']);
    expect(box.stats()).toMatchObject({ waiting: 0, waitingBytes: 0, written: 2 });
  });

  it('does not write an older version after a newer one', async () => {
    let reject: (error: Error) => void = () => undefined;
    const failLater = () =>
      new Promise((_, rejectIt) => {
        reject = rejectIt;
      });
    const { sink, written } = scripted(failLater);
    const { outbox: box } = outbox(sink, { timeoutMillis: 1000 });
    box.put(built('a', 1));
    const flushed = box.flush();
    box.put(built('a', 2));
    reject(new Error('later'));
    await flushed;
    await box.flush();
    expect(written).toEqual(['a:2']);
    expect(box.stats()).toMatchObject({ waiting: 0, lost: 0 });
  });

  it('writes what comes while it writes', async () => {
    const { sink, written } = scripted(() => box.put(built('b')));
    const { outbox: box } = outbox(sink);
    box.put(built('a'));
    await box.flush();
    expect(written).toEqual(['a:0', 'b:0']);
  });

  it('waits for a hanging sink once, and goes on when it answers', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const hang = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const { sink, written } = scripted(hang);
    const { outbox: box, problems } = outbox(sink);
    box.put(built('a'));
    box.put(built('b'));
    const start = Date.now();
    await box.flush();
    await box.flush();
    await box.flush();
    expect(Date.now() - start).toBeLessThan(90);
    expect(problems.map(({ kind }) => kind)).toEqual(['sink-late']);
    answer(undefined);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(written).toEqual(['a:0', 'b:0']);
    box.put(built('c'));
    await box.flush();
    expect(written).toEqual(['a:0', 'b:0', 'c:0']);
  });

  it('counts what is not written at shutdown as lost, the write that hangs included', async () => {
    const { outbox: box, problems } = outbox(scripted(never).sink);
    box.put(built('a'));
    box.put(built('b'));
    await box.shutdown();
    expect(box.stats()).toMatchObject({ waiting: 0, written: 0, lost: 2 });
    expect(problems.filter(({ kind }) => kind === 'vcon-lost')).toHaveLength(2);
  });

  it('survives a sink that throws at once, in every method', async () => {
    const boom = () => {
      throw new Error('boom');
    };
    const { outbox: box, problems } = outbox({ write: boom, forceFlush: boom, shutdown: boom });
    box.put(built('a'));
    await box.flush();
    await box.shutdown();
    expect(problems.map(({ kind }) => kind)).toContain('sink-failed');
    expect(box.stats().lost).toBe(1);
  });

  it.each([
    ['oldest', ['b:0', 'c:0']],
    ['newest', ['a:0', 'b:0']],
  ] as const)('gives up the %s beyond the bounds, and counts it', async (drop, left) => {
    const { sink, written } = scripted();
    const { outbox: box, problems } = outbox(sink, { maxVcons: 2, drop });
    for (const uuid of ['a', 'b', 'c']) box.put(built(uuid));
    await box.flush();
    expect(written).toEqual(left);
    expect(box.stats().lost).toBe(1);
    expect(problems.map(({ kind }) => kind)).toEqual(['vcon-lost']);
  });

  it('bounds what waits by bytes', () => {
    const { outbox: box } = outbox(scripted().sink, { maxBytes: 50_000 });
    for (let index = 0; index < 50; index += 1) box.put(built(`vcon-${index}`, 50));
    const { waiting, waitingBytes, lost } = box.stats();
    expect(waitingBytes).toBeLessThanOrEqual(50_000);
    expect(waiting).toBeGreaterThan(0);
    expect(waiting + lost).toBe(50);
  });
});
