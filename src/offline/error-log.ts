import { type ClientError, type ErrorSource, errorLengths } from '../../contract/telemetry.ts';
import { scrub } from '../lib/scrub.ts';

/** What is told beside the error itself; `status` and `code` are those of the answer that caused it. */
export type ErrorDetails = { source: ErrorSource; status?: number | null; code?: string | null };
/** True once the report needs no further try. */
export type Deliver = (report: ClientError) => Promise<boolean>;
export type ErrorLogParts = {
  deliver: Deliver;
  now: () => number;
  /** What the page's machines last did, in names of their charts; empty where none ran. */
  path: () => string;
  /** The page's address without query, its browser and its build. */
  place: () => Pick<ClientError, 'urlLocation' | 'userAgent' | 'release'>;
};

/** A fault that repeats itself must not flood anything: so many reports a page, each tried so often. */
const mostReports = 20;
const mostTries = 3;

const clean = (text: string, length: number) => scrub(text.slice(0, 2 * length)).slice(0, length);

const longestPath = 1500;

/** The path stands below the stack, which makes room for it. */
function withPath(stack: string | null | undefined, path: string): string | null {
  const told = path && `Last path: ${clean(path, longestPath)}`;
  const kept = stack ? clean(stack, errorLengths.stack - told.length - 1) : '';
  return [kept, told].filter(Boolean).join('\n') || null;
}

function readError(error: unknown): Pick<ClientError, 'name' | 'message' | 'stack'> {
  // What else is thrown may hold anything.
  const text = typeof error === 'object' && error !== null ? 'an object was thrown' : String(error);
  const { name, message, stack } = error instanceof Error ? error : { name: typeof error, message: text, stack: null };
  return {
    name: clean(name, errorLengths.name),
    message: clean(message, errorLengths.message),
    stack: stack ?? null,
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
    const stack = withPath(described.stack, this.#parts.path());
    const report = { source, ...described, stack, status, code, timestamp, ...this.#parts.place() };
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
