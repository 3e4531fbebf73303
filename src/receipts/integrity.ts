import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import { isMap, type JsonObject, type JsonValue } from '../telemetry/index.js';
import { CANONICAL_FORMS, comparableJson, writeRfc8785 } from './canonical.js';
import { type Digest, matchDigest, readDigest } from './digest.js';

/** The result of recomputing one hash of a record. */
export interface IntegrityResult {
  readonly member: 'argumentsHash' | 'receiptHash';
  /**
   * `not-verifiable`: the value is no digest of a known algorithm, or what it is of is not there. `mismatch`: it is one, and
   * no usual form of the record has it.
   */
  readonly verdict: 'verified' | 'not-verifiable' | 'mismatch';
  /** The form and algorithm that gave the value, or why none could. */
  readonly detail: string;
}

/**
 * Recomputes the hash of an executor record as it was read (`argumentsHash` over `arguments`, `receiptHash` over the receipt
 * without it) under the usual canonical forms; the algorithm is the one that the value names or has the length of. The
 * records' schema states neither.
 *
 * @returns `undefined` when the record has no hash as text.
 */
export function checkIntegrity(record: unknown): IntegrityResult | undefined {
  if (!isMap(record)) return undefined;
  const json = record as JsonObject;
  if (typeof json['receiptHash'] === 'string') return check('receiptHash', json['receiptHash'], receiptSubjects(json));
  if (typeof json['argumentsHash'] === 'string') {
    return check('argumentsHash', json['argumentsHash'], json['arguments'] === undefined ? [] : [json['arguments']]);
  }
  return undefined;
}

/** The hash that this library writes: `sha256:` and the hex digest of the RFC 8785 form. {@link checkIntegrity} verifies it. */
export function hashOfJson(value: JsonValue): string {
  const text = writeOrNothing(writeRfc8785, value) ?? comparableJson(value);
  return `sha256:${bytesToHex(sha256(utf8ToBytes(text)))}`;
}

/** What a receipt's hash can be of: the receipt without it, or with its place left empty. */
function receiptSubjects(receipt: JsonObject): readonly JsonValue[] {
  const { receiptHash: _, ...rest } = receipt;
  return [rest, { ...receipt, receiptHash: '' }, { ...receipt, receiptHash: null }];
}

function check(member: IntegrityResult['member'], value: string, subjects: readonly JsonValue[]): IntegrityResult {
  const digest = readDigest(value);
  if (digest === undefined) {
    return { member, verdict: 'not-verifiable', detail: 'the value is no digest of a known algorithm' };
  }
  if (subjects.length === 0) return { member, verdict: 'not-verifiable', detail: 'the record has no arguments' };
  const found = findForm(digest, subjects);
  if (found !== undefined) return { member, verdict: 'verified', detail: found };
  const names = digest.algorithms.map(({ name }) => name).join(', ');
  return { member, verdict: 'mismatch', detail: `none of ${CANONICAL_FORMS.length} usual forms has it (${names})` };
}

function findForm(digest: Digest, subjects: readonly JsonValue[]): string | undefined {
  const tried = new Set<string>();
  for (const form of CANONICAL_FORMS) {
    for (const subject of subjects) {
      const text = writeOrNothing(form.write, subject);
      if (text === undefined || tried.has(text)) continue;
      tried.add(text);
      const algorithm = matchDigest(digest, utf8ToBytes(text));
      if (algorithm !== undefined) return `${algorithm.name} of ${form.name}`;
    }
  }
  return undefined;
}

/** A form that cannot hold the value did not make the hash. */
function writeOrNothing(write: (value: JsonValue) => string, value: JsonValue): string | undefined {
  try {
    return write(value);
  } catch {
    return undefined;
  }
}
