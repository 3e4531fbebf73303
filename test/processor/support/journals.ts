import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileJournal } from '../../../src/processor/node/index.js';

/** A journal of a process that found nothing of an earlier one. */
export class FirstJournal extends FileJournal {
  override async *recover() {}
}

/** Makes the journals in a folder look as if their process had ended: no process has this number. */
export function letProcessEnd(folder: string): void {
  for (const name of readdirSync(folder)) {
    writeFileSync(join(folder, name, 'run.json'), JSON.stringify({ format: 1, pid: 2 ** 22 + 1 }));
  }
}
