/** Where content lies that is too large for a vCon. Content is stored under its hash, so storing it twice is storing it once. */
export interface ContentStore {
  /** Content of this many bytes or more goes to the store. */
  readonly minBytes: number;
  /** The HTTPS URL under which content with this hash will be found (draft section 10: with its content_hash). */
  urlOf(contentHash: string): string;
  /** Stores content; it is durable when the promise resolves. A rejected one is stored again at the next flush. */
  put(contentHash: string, content: Uint8Array): Promise<void>;
}
