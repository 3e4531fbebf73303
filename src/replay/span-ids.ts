import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import { isSpanId } from '../telemetry/index.js';

/** A trace id for a vCon that names none: the same vCon gives the same id. */
export function deriveTraceId(uuid: string): string {
  return digest(`trace\n${uuid}`).slice(0, 32);
}

/** The span ids of one vCon. No id is given twice in a trace. */
export class SpanIds {
  readonly #uuid: string;
  readonly #used = new Set<string>();

  constructor(uuid: string) {
    this.#uuid = uuid;
  }

  /** Takes an id that was observed. @returns false when it is taken already. */
  claim(traceId: string, spanId: string): boolean {
    const key = traceId + spanId;
    if (this.#used.has(key)) return false;
    this.#used.add(key);
    return true;
  }

  /** An id derived from the vCon's uuid and the parts: the same every time, not zero, and not taken. */
  derive(traceId: string, ...parts: readonly (string | number)[]): string {
    for (let count = 0; ; count++) {
      const spanId = digest(['span', this.#uuid, traceId, ...parts, count].join('\n')).slice(0, 16);
      if (isSpanId(spanId) && this.claim(traceId, spanId)) return spanId;
    }
  }
}

function digest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
