import { Command } from 'commander';
import { compareTime, isMap, type JsonValue, stringifyJson } from '../telemetry/index.js';
import { fromVconDate, type Vcon, type VconEvent } from '../vcon/index.js';
import { Diagnostics } from './diagnostics.js';
import type { CliIo } from './io.js';
import { shortText } from './plain-text.js';
import { table } from './table.js';
import { readVcons } from './vcon-inputs.js';

const CONTENT_CHARACTERS = 60;

/** `otel-vcon inspect`: the timeline of a vCon, for people. */
export function inspectCommand(io: CliIo): Command {
  return new Command('inspect')
    .description('show the parties, sessions and the timeline of vCons')
    .argument('<vcon...>', 'vCon files, one or several a file; - is stdin')
    .action((files: readonly string[]) => inspect(files, io));
}

async function inspect(files: readonly string[], io: CliIo): Promise<void> {
  const diagnostics = new Diagnostics(io);
  for await (const { vcon } of readVcons(files, io, diagnostics)) await io.stdout(timeline(vcon));
  diagnostics.finish();
}

function timeline(vcon: Vcon): string {
  const events = [...(vcon.events ?? [])].sort(byTime);
  const rows = events.map((event) => [
    textOf(event['time']),
    event.type,
    textOf(event['operation_id']),
    textOf(event['attempt']),
    partyName(vcon, event),
    [textOf(event['tool']), textOf(event['server'])].filter((text) => text !== '').join(' @ '),
    detailOf(event),
  ]);
  const facts = [
    `vCon ${vcon.uuid}, created ${vcon.created_at}`,
    `parties: ${vcon.parties.map((party) => party.name ?? '(no name)').join(', ')}`,
    ...(vcon.sessions ?? []).map(
      (session, index) =>
        `session ${index}: ${session.conversation_id ?? '(no conversation id)'} from ${session.start ?? '?'}`,
    ),
  ];
  const heading = ['time', 'event', 'operation', 'attempt', 'party', 'tool @ server', 'what'];
  return `${facts.map((fact) => shortText(fact, 200)).join('\n')}\n${table(heading, rows)}\n`;
}

function partyName(vcon: Vcon, event: VconEvent): string {
  return typeof event['party'] === 'number' ? (vcon.parties[event['party']]?.name ?? '') : '';
}

/** The decision, or the beginning of the content. */
function detailOf(event: VconEvent): string {
  if (event.type === 'policy-decision') {
    const reason = textOf(event['reason']);
    return `${textOf(event['decision'])}, ${textOf(event['policy_life'])}${reason === '' ? '' : `: ${reason}`}`;
  }
  const content = event['body'] ?? event['url'];
  return content === undefined ? '' : shortText(textOf(content), CONTENT_CHARACTERS);
}

function textOf(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string'
    ? value
    : isMap(value) || Array.isArray(value)
      ? stringifyJson(value)
      : String(value);
}

/** By time; events without one that can be read come last. */
function byTime(a: VconEvent, b: VconEvent): number {
  const left = fromVconDate(a['time']);
  const right = fromVconDate(b['time']);
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  return compareTime(left, right);
}
