/** Whether an error is one of the operating system, with this code or with any. */
export function hasCode(error: unknown, code?: string): error is NodeJS.ErrnoException {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return code === undefined || error.code === code;
}

const ADVICE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder; name the files in it',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the file system is read-only',
  ENXIO: 'it is a socket or device that cannot be opened',
  EMFILE: 'too many files are open',
  EEXIST: 'there is a file of that name already',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'no space left on the device',
};

/** A system error in words; other errors by their message. */
export function describeError(error: unknown): string {
  if (hasCode(error)) return ADVICE[error.code ?? ''] ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
