import { sha1 } from '@noble/hashes/legacy';
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import { OtelVconError } from '../telemetry/index.js';

/** What a vCon's uuid is made from. */
export interface UuidSource {
  /** When the vCon was created, in milliseconds since the epoch: 0 to 2^48 - 1. */
  readonly createdAt: number;
  /** Fully qualified host name whose hash identifies the maker. Default: none, see {@link uuid8}. */
  readonly domain?: string;
  /** What the vCon is about, such as its conversation or trace ids: other identities give other uuids. */
  readonly identity: string;
  /** Tells apart vCons that would get the same uuid: 0, 1, 2 ... Default 0. */
  readonly counter?: number;
}

/**
 * Makes a version 8 UUID by the rule of vCon core 0.5.0 (`uuid`): 48 bits of time, 12 bits that tell apart the vCons of one
 * millisecond, and the high 62 bits of the SHA-1 of the domain name. The 12 bits are from the SHA-256 of the identity, plus
 * the counter. Without a domain all 74 bits after the time are from the SHA-256 of identity and counter, which is the safer
 * choice for many vCons of one millisecond. The same source gives the same uuid.
 *
 * @throws OtelVconError `invalid-created-at` when the time does not fit 48 bits.
 */
export function uuid8(source: UuidSource): string {
  const { createdAt, domain, identity, counter = 0 } = source;
  if (!(createdAt >= 0 && createdAt < 2 ** 48)) {
    throw new OtelVconError('invalid-created-at', `No uuid can be made for the time ${createdAt}`, {
      advice: 'Give milliseconds since 1970, not negative',
    });
  }
  const time = Math.floor(createdAt).toString(16).padStart(12, '0');
  const own = sha256(utf8ToBytes(domain === undefined ? `${identity}\n${counter}` : identity));
  const randA = (first(own, 12) + (domain === undefined ? 0n : BigInt(counter))) & 0xfffn;
  const custom = domain === undefined ? first(own.subarray(2), 62) : first(sha1(utf8ToBytes(domain)), 62);
  const low = (0b10n << 62n) | custom;
  const hex = `${time}8${hexOf(randA, 3)}${hexOf(low, 16)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The first bits of a hash as a number; at most 64. */
function first(hash: Uint8Array, bits: number): bigint {
  return BigInt(`0x${bytesToHex(hash.subarray(0, 8))}`) >> BigInt(64 - bits);
}

function hexOf(value: bigint, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
