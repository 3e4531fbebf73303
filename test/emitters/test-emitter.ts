import { beforeAll, describe, expect, it } from 'vitest';
import { type Vcon, validateVcon } from '../../src/vcon/index.js';
import { compareEvents, compareOperations, eventsOf } from '../cases/match.js';
import { type AgentRun, runAgent } from './run-agent.js';
import type { Truth } from './truth.js';

/** Tests what becomes of an agent's run, live and offline. */
export function testEmitter(title: string, script: string, truth: Truth): void {
  describe(title, () => {
    let run: AgentRun;
    beforeAll(async () => {
      run = await runAgent(script);
    }, 90_000);

    it('did what the script says', () => {
      expect(run.live.witnessed).toEqual(truth.ran);
    });

    it('gives the same live and offline', () => {
      expect(run.live.problems).toEqual([]);
      expect(comparable(run.live.vcons)).toEqual(comparable(run.offline));
    });

    it('gives valid vCons', () => {
      for (const vcon of run.live.vcons) expect(validateVcon(vcon).errors).toEqual([]);
    });

    it('gives the events that are true', () => {
      const { operations, standing } = eventsOf(run.live.vcons.map((vcon) => ({ ...vcon })));
      expect(compareOperations(truth.operations, operations)).toEqual([]);
      expect(compareEvents([], standing)).toEqual([]);
      const text = JSON.stringify(run.live.vcons);
      expect(truth.nowhere.filter((secret) => text.includes(secret))).toEqual([]);
    });

    it('names those who acted, and their conversations', () => {
      expect(distinct(run.live.vcons.flatMap(({ parties }) => parties.map(({ name }) => name)))).toEqual(truth.parties);
      const sessions = run.live.vcons.flatMap((vcon) => vcon.sessions ?? []);
      expect(distinct(sessions.map((session) => session['conversation_id']))).toEqual(truth.conversations);
    });

    it('has the times of the run', () => {
      const times = run.live.vcons.flatMap(({ events }) => (events ?? []).map(({ time }) => Date.parse(String(time))));
      // A span's start is cut to a millisecond, its end counted from there.
      expect(times.filter((time) => !(time >= run.began - 1 && time <= run.ended + 1))).toEqual([]);
    });
  });
}

/** What must be the same however a vCon was made: all but its own name and the time when it was made. */
function comparable(vcons: readonly Vcon[]): unknown[] {
  return vcons
    .map(({ uuid: _uuid, created_at: _createdAt, ...content }) => JSON.stringify(content))
    .sort()
    .map((text) => JSON.parse(text));
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Set(values.filter((value) => value !== undefined))].sort();
}
