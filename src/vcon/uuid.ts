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
  const randA = (first12(own) + (domain === undefined ? 0 : counter)) & 0xfff;
  const custom =
    domain === undefined ? variant62(own.subarray(2, 10)) : variant62(sha1(utf8ToBytes(domain)).subarray(0, 8));
  const low = bytesToHex(custom);
  const high = `${time.slice(0, 8)}-${time.slice(8)}-8${randA.toString(16).padStart(3, '0')}`;
  return `${high}-${low.slice(0, 4)}-${low.slice(4)}`;
}

/** The first 12 bits of a hash. */
function first12(hash: Uint8Array): number {
  return ((hash[0] ?? 0) << 4) | ((hash[1] ?? 0) >> 4);
}

/** The variant's two bits, 10, and behind them the first 62 bits of eight bytes. */
function variant62(bytes: Uint8Array): Uint8Array {
  let before = 0b10;
  return bytes.map((byte) => {
    const shifted = ((before << 6) | (byte >> 2)) & 0xff;
    before = byte & 0b11;
    return shifted;
  });
}
