// What a span costs the application: the live rows of the speed budgets. All candidates take turns in one process.
import { CANDIDATES, vconsOf, written } from './candidates.mjs';
import { httpSpans, toolSpans } from './spans.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 31);
/** Rounds before those that count: the engine compiles what runs often. */
const WARM_UP = 10;
const CALLS = 8_192;
const HOT = 64;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Medians in nanoseconds a span, by candidate: what onEnd takes, and what it and all that follows take. */
async function measure(makeSpans) {
  const onEnd = await takeTurns(makeSpans, (processor, spans) => {
    // A span that just ended is in the processor's caches: few spans, again and again, are too.
    const start = process.hrtime.bigint();
    for (let index = 0; index < CALLS; index += 1) processor.onEnd(spans[index % HOT]);
    return Number(process.hrtime.bigint() - start) / CALLS;
  });
  const whole = await takeTurns(makeSpans, async (processor, spans) => {
    const start = process.hrtime.bigint();
    for (const span of spans) processor.onEnd(span);
    await processor.shutdown();
    return Number(process.hrtime.bigint() - start) / spans.length;
  });
  return new Map(Object.keys(CANDIDATES).map((name) => [name, { onEnd: onEnd.get(name), whole: whole.get(name) }]));
}

async function takeTurns(makeSpans, run) {
  const times = new Map(Object.keys(CANDIDATES).map((name) => [name, []]));
  // Each has its own: some processors write to the spans they are given.
  const spans = new Map(Object.keys(CANDIDATES).map((name) => [name, makeSpans()]));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [name, make] of shuffle(Object.entries(CANDIDATES))) {
      const processor = make();
      const time = await run(processor, spans.get(name));
      if (round >= 0) times.get(name).push(time);
      await processor.shutdown();
    }
  }
  return new Map([...times].map(([name, values]) => [name, median(values)]));
}

/**
 * The least that a tool span can cost as long as a vCon is an object whose content is parsed and that is written by JSON.stringify: these two
 * alone, of the same content and of the vCons that the spans give, in nanoseconds a span.
 */
async function floorOf(spans) {
  const vcons = await vconsOf(spans);
  const texts = spans.flatMap(({ attributes }) => [
    attributes['gen_ai.tool.call.arguments'],
    attributes['gen_ai.tool.call.result'],
  ]);
  let length = 0;
  const times = Array.from({ length: WARM_UP + ROUNDS }, () => {
    const start = process.hrtime.bigint();
    for (const text of texts) length += Object.keys(JSON.parse(text)).length;
    for (const vcon of vcons) length += JSON.stringify(vcon).length;
    return Number(process.hrtime.bigint() - start) / spans.length;
  });
  if (length === 0) throw new Error('nothing was written');
  return median(times.slice(WARM_UP));
}

function shuffle(list) {
  return list
    .map((item) => [Math.random(), item])
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

function print(title, results) {
  const noop = results.get('NoopSpanProcessor').onEnd;
  process.stdout.write(
    `\n${title}\n${'processor'.padEnd(32)}${'onEnd'.padStart(12)}${'x noop'.padStart(10)}${'whole'.padStart(12)}\n`,
  );
  for (const [name, { onEnd, whole }] of results) {
    const cells = [
      `${onEnd.toFixed(0)} ns`.padStart(12),
      (onEnd / noop).toFixed(1).padStart(10),
      `${whole.toFixed(0)} ns`.padStart(12),
    ];
    process.stdout.write(`${name.padEnd(32)}${cells.join('')}\n`);
  }
}

const others = await measure(() => httpSpans(2_000));
const tools = await measure(() => toolSpans(2_000));
print(`a span that is not ours (medians of ${ROUNDS} rounds)`, others);
print('a tool span', tools);

const ours = 'VconSpanProcessor';
const noop = others.get('NoopSpanProcessor').onEnd;
const budgets = [
  ['onEnd of a span that is not ours', others.get(ours).onEnd, 1.5 * noop + 150],
  ['onEnd of a tool span over a queue push', tools.get(ours).onEnd - tools.get('bounded queue').onEnd, 1_000],
  [
    'whole cost of a tool span, against BatchSpanProcessor',
    tools.get(ours).whole,
    tools.get('BatchSpanProcessor').whole,
  ],
];
const floor = await floorOf(toolSpans(2_000));
const { whole } = tools.get(ours);
process.stdout.write(
  `\nJSON.parse of the content and JSON.stringify of the vCon alone: ${floor.toFixed(0)} ns a tool span; ` +
    `the whole cost is ${(whole / floor).toFixed(1)} times that\n\nbudgets\n`,
);
for (const [what, is, budget] of budgets) {
  const verdict = is <= budget ? 'kept' : 'EXCEEDED';
  process.stdout.write(`${what.padEnd(56)}${is.toFixed(0).padStart(8)} of ${budget.toFixed(0)} ns  ${verdict}\n`);
  if (is > budget) process.exitCode = 1;
}
process.stderr.write(`(${written} bytes written)\n`);
