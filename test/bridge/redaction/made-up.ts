/** Made-up credentials: of the right shape and worth nothing. They are put together here, so that secret scanners stay quiet. */
const ALNUM = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6a7B8c9D0e1F2g3H4';

/** `length` letters and digits. */
export const alnum = (length: number): string => ALNUM.slice(0, length);
/** `length` hexadecimal digits. */
export const hex = (length: number): string => '0123456789abcdef'.repeat(8).slice(0, length);

export const PASSWORD = ['hunt', 'er2!Zx'].join('');
export const JWT = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiJub2JvZHkifQ', alnum(43)].join('.');
export const GITHUB = `ghp_${alnum(36)}`;
export const AWS_ID = ['AK', 'IA', 'EXAMPLE123456789'].join('');
export const AWS_SECRET = `wJal${alnum(36)}`;
/** `bob:` and the password, in base64 (RFC 7617). */
export const BASIC = btoa(`bob:${PASSWORD}`);
const PEM_BODY = `MIIE${alnum(60)}\n${alnum(64)}`;
/** The line before a private key, and the one after it. */
export const PEM_BEGIN = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ');
export const PEM_END = ['-----END', 'PRIVATE KEY-----'].join(' ');
export const PEM = [PEM_BEGIN, PEM_BODY, PEM_END].join('\n');
