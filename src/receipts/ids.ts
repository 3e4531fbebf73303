import { sha1 } from '@noble/hashes/legacy';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils';

/** Namespace of the ids that are made of names which are no UUIDs; itself of version 4, made once. */
const OWN_NAMESPACE = '5b0a9d2e-8f0c-4c1b-9a37-6d1f0be2c4a7';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version, as JSON Schema's format `uuid`. */
function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The version 5 UUID of a name in a namespace (RFC 9562 section 5.5): the same names give the same ids, everywhere. */
export function uuid5(namespace: string, name: string): string {
  const space = hexToBytes(namespace.replaceAll('-', ''));
  const bytes = sha1(concatBytes(space, utf8ToBytes(name))).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** An id as a UUID: itself when it is one, else derived from what it names and itself. */
export function toUuid(id: string, kind: string, namespace = OWN_NAMESPACE): string {
  return isUuid(id) ? id : uuid5(namespace, `${kind} ${id}`);
}
