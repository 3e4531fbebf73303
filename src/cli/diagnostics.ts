import { describeOrigin, type Notice, NoticeCounter, type NoticeSink } from '../telemetry/index.js';
import { AlreadyReported } from './exit.js';
import type { CliIo } from './io.js';
import { plainText } from './plain-text.js';

/** How a command reports. */
export interface DiagnosticsOptions {
  /** Print every notice, not only the first of each kind. */
  readonly verbose?: boolean | undefined;
  /** Any warning makes the command fail. */
  readonly strict?: boolean | undefined;
  /** Also receives every notice. */
  readonly onNotice?: NoticeSink;
}

/**
 * What a command says on stderr: errors at once, notices once a kind with their count (each one with `verbose`), and
 * whether the command failed.
 */
export class Diagnostics {
  readonly #io: CliIo;
  readonly #options: DiagnosticsOptions;
  readonly #notices = new NoticeCounter();
  readonly #errors: string[] = [];

  constructor(io: CliIo, options: DiagnosticsOptions = {}) {
    this.#io = io;
    this.#options = options;
  }

  /** Takes a notice of the library. */
  readonly notice = (notice: Notice): void => {
    this.#notices.add(notice);
    this.#options.onNotice?.(notice);
    if (this.#options.verbose) this.#print(notice.level, describeNotice(notice));
  };

  /** Reports that an input or a part of it was refused. */
  error(message: string): void {
    this.#errors.push(message);
    this.#print('error', message);
  }

  /** Whether an error was reported. */
  get hasErrors(): boolean {
    return this.#errors.length > 0;
  }

  /** Says something that is neither an error nor counted. */
  say(message: string): void {
    this.#io.stderr(`${plainText(message)}\n`);
  }

  /**
   * Prints what was noticed and fails when an error was reported, or a warning under `strict`.
   *
   * @throws AlreadyReported
   */
  finish(): void {
    if (!this.#options.verbose) {
      for (const { level, count, first } of this.#notices.counts()) {
        // The first warning of an input that is refused is what the error says.
        if (count === 1 && this.#errors.some((error) => error.includes(first.message))) continue;
        const more = count === 1 ? '' : ` (and ${count - 1} more like it; --verbose shows each)`;
        this.#print(level, `${describeNotice(first)}${more}`);
      }
    }
    const { warnings } = this.#notices;
    if (this.#options.strict && warnings > 0) this.error(`${warnings} warning(s), which --strict takes for errors`);
    if (this.hasErrors) throw new AlreadyReported();
  }

  #print(level: Notice['level'] | 'error', message: string): void {
    this.say(`${level === 'info' ? 'note' : level}: ${message}`);
  }
}

function describeNotice(notice: Notice): string {
  const place = notice.origin === undefined ? '' : `${describeOrigin(notice.origin)}: `;
  return `${place}${notice.message} [${notice.code}]`;
}
