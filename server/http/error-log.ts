import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { errorCode } from '../db/connection/database-errors.ts';
import { routeOf } from './access-log.ts';
import type { Clock } from './clock.ts';
import { TokenBuckets } from './rates/token-buckets.ts';

/** The log of failed calls: those that are answered with a status of 500 or more. */
export type ErrorLog = {
  record(request: FastifyRequest, error: unknown): void;
  /** Writes how many failed calls were left out of the log since the last flush, if there were any. */
  flush(): void;
};

const hourMs = 3_600_000;
/**
 * Maximum number of log lines in an hour about one kind of failure, after the first line. Further failures of the kind
 * are only counted.
 */
const maxOfKind = 5;
/** Maximum number of log lines in an hour about all failures, not counting the first line about each kind. */
const maxRepeats = 20;
/**
 * Maximum number of kinds of failures that are counted separately. More are unlikely, because a kind is a call and the
 * place in the source code where it fails.
 */
const maxKinds = 1000;
/** How many kinds of failures are named in the log line that says how many failures were left out. */
const maxNamed = 3;
/**
 * Maximum length of the texts of an error in the log. An error may quote what somebody sent, so its texts may be long.
 */
const maxLengths = { stack: 1200, other: 500 };

/**
 * Fields of PostgreSQL's errors that quote the values of rows or parameters, such as a student's email address and
 * password hash.
 */
const quotingFields = new Set(['detail', 'hint', 'where', 'internalQuery']);
/** Matches email addresses. Mail servers quote the recipient's in their errors. */
const emailAddress = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

function shortenText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max * 0.75)} … ${text.slice(-max * 0.25)}`;
}

// Shorten the text first, because looking for email addresses in a very long one takes long.
const textForLog = (text: string, max: number) => shortenText(text, max).replace(emailAddress, '…');

/**
 * Copies an error and its causes for the log, with shortened texts and without personal data. The copy has no
 * prototype, which makes the logger log the error's `name` as its type.
 */
function copyForLog(error: unknown, depth = 0): object {
  const original = error instanceof Error ? error : new Error(String(error));
  const { name, message, stack = '', cause, errors } = original as Partial<AggregateError>;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries({ ...original, name, message })) {
    if (typeof value === 'number') copy[key] = value;
    if (typeof value === 'string' && !quotingFields.has(key)) copy[key] = textForLog(value, maxLengths.other);
  }
  copy.stack = textForLog(stack, maxLengths.stack);
  if (depth < 2 && cause !== undefined) copy.cause = copyForLog(cause, depth + 1);
  if (depth < 2 && Array.isArray(errors))
    copy.aggregateErrors = errors.slice(0, 2).map((one) => copyForLog(one, depth + 1));
  return copy;
}

/** Options of the server's logger. Errors in a line are copied for the log, whoever writes the line. */
export const logFormatters = {
  log: (fields: Record<string, unknown>): Record<string, unknown> =>
    fields.err instanceof Error ? { ...fields, err: copyForLog(fields.err) } : fields,
};

/**
 * The kind of a failure: the call, the name and code of the error, and the place in the source code. The message is not
 * part of it, because it may vary.
 */
function kindOf(request: FastifyRequest, error: unknown): { call: string; error: string; place: string } {
  const cause: unknown = (error as { cause?: unknown } | null)?.cause ?? error;
  const { name = 'Error', message = '', stack = '' } = Object(cause) as Partial<Error>;
  // First remove the message from the stack trace: a second line of the message could be mistaken for the place in the
  // code.
  const place = stack.replace(message, '').split('\n', 2)[1] ?? '';
  return {
    call: `${request.method} ${routeOf(request)}`,
    error: [name, errorCode(cause)].filter(Boolean).join(' '),
    place: shortenText(place.trim(), maxLengths.other),
  };
}

/**
 * Creates the log of failed calls. The first failure of each kind is always written. Further failures of that kind are
 * written up to an hourly limit, and then only counted. Otherwise a lasting failure, or one that somebody causes on
 * purpose, could fill the disk.
 */
export function createErrorLog(logger: FastifyBaseLogger, clock: Clock): ErrorLog {
  const seen = new Set<string>();
  const repeats = new TokenBuckets({ periodMs: hourMs });
  const leftOut = new Map<string, { call: string; error: string; count: number }>();

  const mayRepeat = (key: string) =>
    repeats.take(`kind ${key}`, maxOfKind, clock.now()) === 0 && repeats.take('all', maxRepeats, clock.now()) === 0;

  return {
    record(request, error) {
      const { call, error: name, place } = kindOf(request, error);
      const kind = `${call} ${name} ${place}`;
      const isNew = !seen.has(kind) && seen.size < maxKinds;
      if (isNew) seen.add(kind);
      const isKnown = seen.has(kind);
      const key = isKnown ? kind : 'others';
      if (isNew || mayRepeat(key)) {
        const fields = { err: copyForLog(error), method: request.method, route: request.routeOptions.url };
        request.log.error(fields, 'call failed');
        return;
      }
      const { count } = leftOut.get(key) ?? { count: 0 };
      leftOut.set(key, { call: isKnown ? call : 'others', error: isKnown ? name : '', count: count + 1 });
    },
    flush() {
      const kinds = [...leftOut.values()].sort((one, other) => other.count - one.count);
      leftOut.clear();
      if (kinds.length === 0) return;
      const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
      logger.error({ count, kinds: kinds.slice(0, maxNamed) }, 'further failed calls were left out of the log');
    },
  };
}
