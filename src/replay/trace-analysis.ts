import type { Notice, SpanRecord } from '../telemetry/index.js';
import type { Vcon } from '../vcon/index.js';

export function keptSpans(_vcon: Vcon, _notice: (notice: Notice) => void): readonly SpanRecord[] | undefined {
  return undefined;
}
