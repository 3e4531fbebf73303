import { blake2b } from '@noble/hashes/blake2';
import { blake3 } from '@noble/hashes/blake3';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2';
import { sha3_256, sha3_512 } from '@noble/hashes/sha3';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils';
import { fromBase64 } from '../vcon/index.js';

type Hash = (message: Uint8Array) => Uint8Array;

/** A hash value as a record has it, taken apart. */
export interface Digest {
  readonly bytes: Uint8Array;
  /** The algorithms that the value can be of: the one it names, else those of its length, likeliest first. */
  readonly algorithms: readonly DigestAlgorithm[];
}

/** A hash algorithm that this library can recompute. */
export interface DigestAlgorithm {
  /** Lower case without separators, as it is compared. */
  readonly name: string;
  readonly length: number;
  readonly hash: Hash;
}

/** Collision-resistant algorithms only: a match under MD5 or SHA-1 would prove nothing. */
const ALGORITHMS: readonly DigestAlgorithm[] = [
  { name: 'sha256', length: 32, hash: sha256 },
  { name: 'sha384', length: 48, hash: sha384 },
  { name: 'sha512', length: 64, hash: sha512 },
  { name: 'sha3256', length: 32, hash: sha3_256 },
  { name: 'sha3512', length: 64, hash: sha3_512 },
  { name: 'blake3', length: 32, hash: blake3 },
  { name: 'blake2b', length: 64, hash: blake2b },
  { name: 'blake2b256', length: 32, hash: (message) => blake2b(message, { dkLen: 32 }) },
];

/** `sha256:...`, `SHA-256=...`, `sha512-...`, `blake3 ...`, `sha3-256:...` */
const NAMED = /^(sha-?\d{3}|sha-?[23][-_]\d{3}|blake[0-9a-z]+(?:-\d{3})?)[-:=\s]+(.+)$/is;
const HEX = /^(?:[0-9a-f]{2})+$/i;

/**
 * Takes a hash value apart: hex, base64 or base64url, with or without the algorithm's name before it.
 *
 * @returns `undefined` when it is no digest that can be recomputed: another form, or an algorithm that is not known.
 */
export function readDigest(value: string): Digest | undefined {
  const [, name, rest] = NAMED.exec(value.trim()) ?? [];
  const encoded = (rest ?? value).trim().replace(/^0x/i, '');
  const bytes = HEX.test(encoded) ? hexToBytes(encoded.toLowerCase()) : fromBase64(encoded);
  if (bytes === undefined) return undefined;
  const wanted = name
    ?.toLowerCase()
    .replace(/[-_]/g, '')
    .replace(/^sha2(\d{3})$/, 'sha$1');
  const algorithms = ALGORITHMS.filter(
    (algorithm) => algorithm.length === bytes.length && (wanted === undefined || algorithm.name === wanted),
  );
  return algorithms.length === 0 ? undefined : { bytes, algorithms };
}

/** The algorithm under which some bytes have a digest, if any. */
export function matchDigest(digest: Digest, message: Uint8Array): DigestAlgorithm | undefined {
  const wanted = bytesToHex(digest.bytes);
  return digest.algorithms.find(({ hash }) => bytesToHex(hash(message)) === wanted);
}
