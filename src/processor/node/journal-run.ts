import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_MODE, FOLDER_MODE } from './atomic-file.js';

/** What identifies a process for as long as the machine runs: its number may be given out again. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it was started, in the clock of the operating system; absent where that cannot be known. */
  readonly started?: string;
}

/** The version of the format; another one is left alone. */
const FORMAT = 1;
const HEADER = 'run.json';
const CLAIM = '.claimed-';

/** Makes the folder of a new run of this process. @returns its path. */
export function beginRun(folder: string): string {
  const run = join(
    folder,
    `${new Date().toISOString().replaceAll(/[-:.]/g, '')}-${process.pid}-${randomBytes(4).toString('hex')}`,
  );
  mkdirSync(run, { recursive: true, mode: FOLDER_MODE });
  writeFileSync(join(run, HEADER), JSON.stringify({ format: FORMAT, ...identityOf(process.pid) }), { mode: FILE_MODE });
  return run;
}

/**
 * Claims the runs of processes that are no more, so that no other process completes them too. One that was claimed by a process that is no
 * more is claimed again. @returns the paths of the claimed runs.
 */
export async function claimEndedRuns(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const claimed: string[] = [];
  for (const name of names.sort()) {
    const run = join(folder, name);
    if (!(await hasEnded(run, name))) continue;
    const target = join(folder, `${name.split(CLAIM)[0]}${CLAIM}${process.pid}-${Date.now()}`);
    try {
      await rename(run, target);
      claimed.push(target);
    } catch {
      // Another process was faster.
    }
  }
  return claimed;
}

/** The number and the start of a process; `undefined` when there is none of that number. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return undefined;
  }
  try {
    // proc(5): the name in parentheses may hold blanks; the start time is field 22.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return { pid, ...(started !== undefined && { started }) };
  } catch {
    return { pid };
  }
}

async function hasEnded(run: string, name: string): Promise<boolean> {
  const claim = name.split(CLAIM)[1]?.split('-').map(Number);
  if (claim !== undefined) return isGone({ pid: claim[0] ?? 0 }, claim[1] ?? 0);
  const header = await readHeader(run);
  return header !== undefined && isGone(header, header.atMillis);
}

/** Whether a process that was alive at a time is no more. In a container every process may have the same number. */
function isGone(known: ProcessIdentity, atMillis: number): boolean {
  if (known.pid === process.pid) return atMillis < Date.now() - process.uptime() * 1000;
  const present = identityOf(known.pid);
  if (present === undefined) return true;
  return known.started !== undefined && present.started !== undefined && present.started !== known.started;
}

/** Who wrote a run and when; `undefined` when it is of another version of the format, or somebody just claimed it. */
async function readHeader(run: string): Promise<(ProcessIdentity & { readonly atMillis: number }) | undefined> {
  try {
    const path = join(run, HEADER);
    const header: Readonly<Record<string, unknown>> = JSON.parse(await readFile(path, 'utf8'));
    const { format, pid, started } = header;
    if (format !== FORMAT || typeof pid !== 'number') return undefined;
    const { mtimeMs: atMillis } = await stat(path);
    return { pid, atMillis, ...(typeof started === 'string' && { started }) };
  } catch {
    return undefined;
  }
}
