/** A terminal whose last line may be a bar: what is printed makes the bar go away first, until it is drawn again. */
export class Terminal {
  readonly stream: NodeJS.WritableStream;
  #hideBar: (() => void) | undefined;

  constructor(stream: NodeJS.WritableStream) {
    this.stream = stream;
  }

  /** Says how the bar goes away; `undefined` when there is none any more. */
  setBar(hide: (() => void) | undefined): void {
    this.#hideBar = hide;
  }

  /** To be called before anything is printed, to stdout too, which may be the same terminal. */
  makeRoom(): void {
    this.#hideBar?.();
  }
}
