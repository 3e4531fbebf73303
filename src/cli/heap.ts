import { setFlagsFromString } from 'node:v8';

/**
 * Makes the garbage collector keep the heap within about 1.4 times what is in use, where it otherwise lets it grow to four times: less
 * memory for about a tenth more time. For this process, from now on.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=40');
}
