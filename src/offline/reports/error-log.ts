import { type ClientError, type ErrorSource, errorLengths } from '../../../contract/telemetry.ts';
import { scrub } from '../../lib/scrub.ts';

/** Details of an error. `status` and `code` come from the response that caused it. */
type ErrorDetails = { source: ErrorSource; status?: number | null; code?: string | null };
/** Sends an error report. Resolves to true if no retry is needed. */
type Deliver = (report: ClientError) => Promise<boolean>;
type ErrorLogDeps = {
  deliver: Deliver;
  now: () => number;
  /** The last steps of the page's state machines, as state and event names; empty if none ran. */
  path: () => string;
  /** Part of each error report: the browser, the release, and the page's URL without its query. */
  environment: () => Pick<ClientError, 'urlLocation' | 'userAgent' | 'release'>;
};

/** At most this many reports are sent by one page, so that a repeated error does not flood the server. */
const maxReports = 20;
const maxTries = 3;

const clean = (text: string, length: number) => scrub(text.slice(0, 2 * length)).slice(0, length);

const maxPathLength = 1500;

/** Appends `path`, the last steps of the state machines, to a stack trace, which is shortened to make room for it. */
function withPath(stack: string | null | undefined, path: string): string | null {
  const pathLine = path && `Last path: ${clean(path, maxPathLength)}`;
  const shortStack = stack ? clean(stack, errorLengths.stack - pathLine.length - 1) : '';
  return [shortStack, pathLine].filter(Boolean).join('\n') || null;
}

function readError(error: unknown): Pick<ClientError, 'name' | 'message' | 'stack'> {
  // A thrown object that is not an Error may contain personal data, so its content is left out.
  const text = typeof error === 'object' && error !== null ? 'an object was thrown' : String(error);
  const { name, message, stack } = error instanceof Error ? error : { name: typeof error, message: text, stack: null };
  return {
    name: clean(name, errorLengths.name),
    message: clean(message, errorLengths.message),
    stack: stack ?? null,
  };
}

/**
 * Sends reports of this page's errors to the server. The same uncaught error is reported only once. A report that could
 * not be sent is sent again when the connection is back, at most three times in all.
 */
export class ErrorLog {
  readonly #deps: ErrorLogDeps;
  readonly #reported = new Set<string>();
  #waiting: Array<{ report: ClientError; tries: number }> = [];

  constructor(deps: ErrorLogDeps) {
    this.#deps = deps;
  }

  /** Reports an error in the background. Never throws. */
  report(error: unknown, { source, status = null, code = null }: ErrorDetails): void {
    const described = readError(error);
    const identity = source === 'page' ? `${described.name} ${described.message} ${described.stack}` : null;
    if (this.#reported.size >= maxReports || (identity !== null && this.#reported.has(identity))) return;
    this.#reported.add(identity ?? `${source} ${this.#reported.size}`);
    const timestamp = new Date(this.#deps.now()).toISOString();
    const stack = withPath(described.stack, this.#deps.path());
    const report = { source, ...described, stack, status, code, timestamp, ...this.#deps.environment() };
    void this.#send({ report, tries: 0 });
  }

  /** Sends the error reports that could not be sent before. Call it when the connection is back. */
  retry(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const each of waiting) void this.#send(each);
  }

  async #send({ report, tries }: { report: ClientError; tries: number }): Promise<void> {
    const isDone = await this.#deps.deliver(report).catch(() => false);
    if (!isDone && tries + 1 < maxTries) this.#waiting.push({ report, tries: tries + 1 });
  }
}
