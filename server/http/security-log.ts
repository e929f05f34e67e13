import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Clock } from './clock.ts';
import { addressKey } from './rates/address-key.ts';
import { TokenBuckets } from './rates/token-buckets.ts';
import type { Refusal } from './refusal.ts';

/** The security events, with the fields that each adds to its line in the log (docs/security-log.md). */
type SecurityEvents = {
  'signIn.succeeded': { method: 'password' | 'code' };
  'signIn.failed': {
    method: 'password' | 'code';
    reason: 'unknownAccount' | 'wrongPassword' | 'defaultPassword' | 'rejectedCode';
  };
  'staffSignIn.succeeded': { method: 'totp' | 'passkey' | 'recovery' };
  'staffSignIn.failed': {
    method: 'password' | 'totp' | 'passkey' | 'recovery';
    reason: 'unknownAccount' | 'wrongPassword' | 'rejectedCode';
  };
  'signIn.slowed': { limit: string; delayMs: number };
  'passwordReset.requested': object;
  'passwordReset.used': object;
  'password.changed': object;
  'password.changeFailed': object;
  'contact.changed': { contacts: readonly string[] };
  'contact.verified': { contacts: readonly string[] };
  'contact.verificationFailed': object;
  'webhook.forged': object;
  'request.foreignOrigin': object;
  'object.foreign': object;
  'staff.forbidden': object;
};
type SecurityEvent = keyof SecurityEvents;

const warnings: ReadonlySet<SecurityEvent> = new Set([
  'signIn.failed',
  'staffSignIn.failed',
  'signIn.slowed',
  'password.changeFailed',
  'contact.verificationFailed',
  'webhook.forged',
  'request.foreignOrigin',
  'object.foreign',
  'staff.forbidden',
]);

/** The security log: events that concern the safety of accounts, without personal data. */
export type SecurityLog = {
  /**
   * `account`: the account that the event concerns, if it is known. `by`: the account that made the call, if it is
   * another one.
   */
  record<Event extends SecurityEvent>(
    event: Event,
    about: { request: FastifyRequest; account: string | null; by?: string },
    details: SecurityEvents[Event],
  ): void;
  /**
   * Records a refusal if it is a security event. Refusals by rate limits are only counted, until `flush` writes their
   * numbers.
   */
  recordRefusal(request: FastifyRequest, refusal: Refusal): void;
  /**
   * Writes how many calls the rate limits have refused since the last flush: one line for each of the endpoints with
   * the most refused calls, and one line for all others. Also writes how many warnings were left out because there were
   * too many.
   */
  flush(): void;
};

const [minuteMs, hourMs] = [60_000, 3_600_000];
const hashLength = 16;
/** Maximum number of different IP addresses that are counted for each endpoint in a minute. */
const maxSources = 1000;
/**
 * Maximum number of warnings of one kind that are written in a minute, so that nobody can fill the log. Further
 * warnings are only counted.
 */
const maxWarnings = 100;
/**
 * Maximum number of warnings of one kind about one IP address that are written in an hour. This bounds what one address
 * can add to the log in a day, and leaves room for the warnings about others.
 */
const maxWarningsOfSource = 20;
/**
 * Maximum number of endpoints with their own log line about the calls refused in a minute. All other endpoints share a
 * line.
 */
const maxEndpoints = 10;

type RefusedCalls = { count: number; sources: Set<string> };

/** Creates the security log as a child of the server's log; its lines have `log: 'security'`. */
export function createSecurityLog(
  logger: FastifyBaseLogger,
  { clock, secret, level }: { clock: Clock; secret: string; level: string },
): SecurityLog {
  const log = logger.child({ log: 'security' }, { level });
  const hash = (kind: string, name: string) =>
    createHmac('sha256', secret).update(`security-log ${kind} ${name}`).digest('base64url').slice(0, hashLength);
  const sourceOf = (request: FastifyRequest) => hash('address', addressKey(request.ip));
  const nameOf = (request: FastifyRequest) =>
    request.routeOptions.config.endpoint?.name ?? request.routeOptions.url ?? 'unknown';

  let minute = 0;
  const limited = new Map<string, RefusedCalls>();
  const warned = new Map<SecurityEvent, { written: number; dropped: number }>();
  const sourceBuckets = new TokenBuckets({ periodMs: hourMs });

  /** The refused calls of the minute by endpoint, the endpoint with the most calls first. */
  function listLimited(): Array<[string, RefusedCalls]> {
    const calls = [...limited].sort(([, one], [, other]) => other.count - one.count);
    const rest = calls.splice(maxEndpoints).map(([, refused]) => refused);
    if (rest.length === 0) return calls;
    const count = rest.reduce((sum, refused) => sum + refused.count, 0);
    return [...calls, ['others', { count, sources: new Set(rest.flatMap(({ sources }) => [...sources])) }]];
  }

  function flush(): void {
    const at = new Date(minute * minuteMs).toISOString();
    for (const [endpoint, { count, sources }] of listLimited())
      log.warn({ event: 'rate.limited', endpoint, minute: at, count, sources: sources.size }, 'rate.limited');
    for (const [of, { dropped: count }] of warned)
      if (count > 0) log.warn({ event: 'lines.dropped', of, minute: at, count }, 'lines.dropped');
    limited.clear();
    warned.clear();
  }

  /**
   * If a new minute has begun, logs what was counted since the last log: refused calls, and warnings that were not
   * written.
   */
  function startMinute(): void {
    const now = Math.floor(clock.now() / minuteMs);
    if (now !== minute) flush();
    minute = now;
  }

  /** Counts a warning. Returns whether it may be written to the log. */
  function countWarning(event: SecurityEvent, source: string): boolean {
    startMinute();
    const { written, dropped } = warned.get(event) ?? { written: 0, dropped: 0 };
    const isWritten =
      written < maxWarnings && sourceBuckets.take(`${event} ${source}`, maxWarningsOfSource, clock.now()) === 0;
    warned.set(event, isWritten ? { written: written + 1, dropped } : { written, dropped: dropped + 1 });
    return isWritten;
  }

  function countLimited(request: FastifyRequest): void {
    startMinute();
    const calls = limited.get(nameOf(request)) ?? { count: 0, sources: new Set() };
    calls.count += 1;
    if (calls.sources.size < maxSources) calls.sources.add(sourceOf(request));
    limited.set(nameOf(request), calls);
  }

  const record: SecurityLog['record'] = (event, { request, account, by }, details) => {
    const isWarning = warnings.has(event);
    const source = sourceOf(request);
    if (isWarning && !countWarning(event, source)) return;
    const line: Record<string, unknown> = {
      event,
      reqId: request.id,
      endpoint: nameOf(request),
      source,
      ...(account === null ? {} : { account: hash('account', account) }),
      ...(by === undefined ? {} : { by: hash('account', by) }),
      ...details,
    };
    const message: string = event;
    if (isWarning) log.warn(line, message);
    else log.info(line, message);
  };

  return {
    record,
    recordRefusal(request, refusal) {
      const { studentId = null, staffId } = request;
      if (refusal.code === 'RATE_LIMITED') countLimited(request);
      if (refusal.code === 'FORGED_WEBHOOK') record('webhook.forged', { request, account: null }, {});
      if (refusal.code === 'FORBIDDEN_ORIGIN') record('request.foreignOrigin', { request, account: null }, {});
      const account = staffId === undefined ? studentId : `staff:${staffId}`;
      if ((refusal.code === 'NOT_FOUND' || refusal.isForeign) && account !== null)
        record('object.foreign', { request, account }, {});
      if (refusal.code === 'FORBIDDEN' && staffId !== undefined) record('staff.forbidden', { request, account }, {});
    },
    flush,
  };
}
