import type { VconProcessorOptions } from './options.js';
import { type ProcessorKind, VconRecorder } from './recorder.js';
import type { VconSink } from './sink.js';

/**
 * Bundlers, hot reload and the mix of `import` and `require` load a module, and run its set-up, twice in one process. The
 * recorders in use are therefore known process-wide. The number goes up when recorders of two versions do not fit together.
 */
const REGISTRY = Symbol.for('otel-vcon.recorders.1');

/**
 * The recorder for a processor. Two recorders that write to one sink would record everything twice, so a sink stays with the one
 * that has it: sinks that are free get a new recorder, and when none is free the one that has the first is shared. That is how spans
 * and logs meet; for two processors of one kind it is said as a problem of the kind `registered-twice`.
 *
 * @param source Options, or a recorder to share.
 * @throws OtelVconError when an option is not what it should be.
 */
export function acquireRecorder(source: VconProcessorOptions | VconRecorder, kind: ProcessorKind): VconRecorder {
  const recorder = 'sinks' in source ? recorderFor(source, kind) : source;
  recorder.attach(kind);
  return recorder;
}

function recorderFor(options: VconProcessorOptions, kind: ProcessorKind): VconRecorder {
  const registry = recorders();
  const { sinks } = options;
  const owners = Array.isArray(sinks) ? sinks.map((sink: VconSink) => registry.get(targetOf(sink))) : [];
  const owner = owners.find((known) => known !== undefined);
  if (owner?.isUsedFor(kind)) {
    owner.report('registered-twice', `a sink was given to a second processor of ${kind}; the first goes on writing it`);
  }
  const free = sinks?.filter((_, index) => owners[index] === undefined);
  if (owner !== undefined && free.length === 0) return owner;
  const recorder = new VconRecorder({ ...options, sinks: free });
  for (const sink of free) registry.set(targetOf(sink), recorder);
  return recorder;
}

/** Shuts a recorder down when its last processor is; its sinks are then free for another. */
export function releaseRecorder(recorder: VconRecorder, kind: ProcessorKind): Promise<void> {
  const released = recorder.release(kind);
  const registry = recorders();
  for (const [target, known] of registry) if (known === recorder && known.hasEnded) registry.delete(target);
  return released;
}

function targetOf(sink: VconSink): unknown {
  return sink.target ?? sink;
}

function recorders(): Map<unknown, VconRecorder> {
  const shared = globalThis as { [REGISTRY]?: Map<unknown, VconRecorder> };
  shared[REGISTRY] ??= new Map();
  return shared[REGISTRY];
}
