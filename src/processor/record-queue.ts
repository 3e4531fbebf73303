/** First in, first out. Taking costs no more than adding: nothing is moved but once in a while. */
export class RecordQueue<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  /** How many items wait. */
  get length(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** Takes the oldest item. */
  shift(): T | undefined {
    const item = this.#items[this.#head];
    this.#items[this.#head] = undefined;
    this.#head += 1;
    if (this.#head >= this.#items.length) this.#restart();
    else if (this.#head > 1024 && this.#head * 2 > this.#items.length) this.#compact();
    return item;
  }

  #restart(): void {
    this.#items = [];
    this.#head = 0;
  }

  #compact(): void {
    this.#items = this.#items.slice(this.#head);
    this.#head = 0;
  }
}
