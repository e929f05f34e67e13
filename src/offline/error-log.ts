import { type ClientError, type ErrorSource, errorLengths } from '../../contract/telemetry.ts';
import { scrub } from '../lib/scrub.ts';

/** What is told beside the error itself; `status` and `code` are those of the answer that caused it. */
export type ErrorDetails = { source: ErrorSource; status?: number | null; code?: string | null };
/** True once the report needs no further try. */
export type Deliver = (report: ClientError) => Promise<boolean>;
export type ErrorLogParts = {
  deliver: Deliver;
  now: () => number;
  /** The page's address without query, its browser and its build. */
  place: () => Pick<ClientError, 'urlLocation' | 'userAgent' | 'release'>;
};

/** A fault that repeats itself must not flood anything: so many reports a page, each tried so often. */
const mostReports = 20;
const mostTries = 3;

const clean = (text: string, length: number) => scrub(text.slice(0, 2 * length)).slice(0, length);

function readError(error: unknown): Pick<ClientError, 'name' | 'message' | 'stack'> {
  // What else is thrown may hold anything.
  const text = typeof error === 'object' && error !== null ? 'an object was thrown' : String(error);
  const { name, message, stack } = error instanceof Error ? error : { name: typeof error, message: text, stack: null };
  return {
    name: clean(name, errorLengths.name),
    message: clean(message, errorLengths.message),
    stack: stack ? clean(stack, errorLengths.stack) : null,
  };
}

/**
 * Errors of this page on their way to the server. What did not get through is tried again when the connection is back,
 * three times at most; the same error is told once.
 */
export class ErrorLog {
  readonly #parts: ErrorLogParts;
  readonly #told = new Set<string>();
  #waiting: Array<{ report: ClientError; tries: number }> = [];

  constructor(parts: ErrorLogParts) {
    this.#parts = parts;
  }

  /** Never throws, and waits for nothing. */
  report(error: unknown, { source, status = null, code = null }: ErrorDetails): void {
    const described = readError(error);
    const mark = source === 'page' ? `${described.name} ${described.message} ${described.stack}` : null;
    if (this.#told.size >= mostReports || (mark !== null && this.#told.has(mark))) return;
    this.#told.add(mark ?? `${source} ${this.#told.size}`);
    const timestamp = new Date(this.#parts.now()).toISOString();
    const report = { source, ...described, status, code, timestamp, ...this.#parts.place() };
    void this.#send({ report, tries: 0 });
  }

  /** The connection is back. */
  retry(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const each of waiting) void this.#send(each);
  }

  async #send({ report, tries }: { report: ClientError; tries: number }): Promise<void> {
    const isDone = await this.#parts.deliver(report).catch(() => false);
    if (!isDone && tries + 1 < mostTries) this.#waiting.push({ report, tries: tries + 1 });
  }
}
