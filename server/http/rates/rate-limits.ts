import { counted } from '../../../contract/counted.ts';
import { baseRefusals, type RateClass } from '../../../contract/endpoint.ts';
import { type Refusal, refuse } from '../refusal.ts';

/**
 * Rate classes with an hourly limit: those of the calls by which a student signs in. The handlers of these calls count
 * them in the database, because the limit depends on the account that the input names (decision 101, "Delay strangers
 * instead of refusing the student").
 */
const hourlyRates = ['lookup', 'contact', 'signIn', 'code'] as const;
export type HourlyRate = (typeof hourlyRates)[number];
export type MinuteRate = Exclude<RateClass, HourlyRate>;

/**
 * The caller against whose rate limits a call counts: an IP address, and an account (null for an anonymous caller).
 * `storedBytes`: how many bytes the call may store, which count against the daily allowance of the IP address.
 * `isRefused`: the call was refused because of its origin or its missing session; such calls have a separate limit for
 * each IP address.
 */
export type Caller = { address: string; account: string | null; storedBytes?: number; isRefused?: boolean };

/** The limits per minute, and the daily allowance of bytes that an IP address may store. */
export type Rates = {
  /**
   * Counts a call and the bytes that it may store. If the call has an hourly limit, only its bytes are counted here;
   * its handler counts the call (`AccountRates`).
   * @throws Refusal 429 with `retryAfter` if a limit is reached
   */
  count(rate: RateClass, who: Caller): Promise<void>;
  /**
   * Takes back the count of a call that should not count: a retry, or a request for a picture that an editor uploaded.
   */
  giveBack(rate: RateClass, who: Caller): Promise<void>;
};

/**
 * The limit of an IP address is the limit of one account times this factor, because a ship's crew shares one address.
 */
export const sharedAddressFactor = 10;

/**
 * How many calls for an account are served without delay in an hour: the account's limit times this factor. Only calls
 * from browsers with which nobody has signed in to the account before count, from all IP addresses together. Further
 * calls are delayed, not refused, because strangers could otherwise keep the student out.
 */
export const accountFactor = 10;
export const hasAccountLimit: Readonly<Record<HourlyRate, boolean>> = {
  // Lookups have no account limit, because a lookup checks no secret that could be guessed.
  lookup: false,
  contact: true,
  signIn: true,
  code: true,
};

const delayStepMs = 1000;
const longestDelayMs = 15_000;
/** The delay grows by `delayStepMs` each time the number of calls exceeds the limit by another 5% of the limit. */
const shareOfStep = 0.05;

/** The milliseconds by which to delay the `count`th call for an account within the hour. */
export function delayOf(count: number, limit: number): number {
  const excess = Math.max(0, count - limit);
  return Math.min(longestDelayMs, Math.ceil(excess / (limit * shareOfStep)) * delayStepMs);
}

export function isHourly(rate: RateClass): rate is HourlyRate {
  return (hourlyRates as readonly RateClass[]).includes(rate);
}

type RateName = 'READ' | 'WRITE' | 'ORDER' | 'FORM' | 'TELEMETRY' | 'LOOKUP' | 'CONTACT' | 'SIGN_IN' | 'CODE';
/**
 * Rate limits by class. For hourly classes they are calls per hour for each account from each IP address. For the others
 * they are calls per minute for each student, or for each IP address of visitors.
 */
type RateSettings = Readonly<Record<`RATE_${RateName}`, number>>;
export type RateLimits = Readonly<Record<RateClass, number>>;

export function readLimits(env: RateSettings): RateLimits {
  return {
    read: env.RATE_READ,
    write: env.RATE_WRITE,
    order: env.RATE_ORDER,
    form: env.RATE_FORM,
    telemetry: env.RATE_TELEMETRY,
    lookup: env.RATE_LOOKUP,
    contact: env.RATE_CONTACT,
    signIn: env.RATE_SIGN_IN,
    code: env.RATE_CODE,
  };
}

function formatWait(seconds: number): string {
  return seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
}

/** Creates a 429 refusal that says when to try again. */
export function tooManyRequests(waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message = `Too many requests. Please try again in ${formatWait(seconds)}.`;
  return refuse(baseRefusals, 'RATE_LIMITED', message, { retryAfter: seconds });
}
