/** How {@link within} ended. */
export type Settled = 'done' | 'late';

/**
 * Waits for a promise, but no longer than the time limit. While something waits for a flush the timer keeps the process alive, so that
 * the wait can end; `background` work never does.
 *
 * @returns `late` when the limit came first. A promise that rejects later than that is not reported as unhandled.
 * @throws what the promise rejects with before the limit.
 */
export async function within(promise: Promise<unknown>, millis: number, background = false): Promise<Settled> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<Settled>((resolve) => {
    timer = setTimeout(resolve, millis, 'late');
    if (background) unref(timer);
  });
  try {
    return await Promise.race([promise.then((): Settled => 'done'), limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lets the process end although the timer runs. Timers of other runtimes than Node are numbers and never keep anything alive. */
export function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref();
}
