import { baseRefusals, type RateClass } from '../../../contract/endpoint.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Rate classes with an hourly limit. Their calls are counted in the database, by account and by address. */
const hourlyRates = ['lookup', 'contact', 'signIn', 'code'] as const;
export type HourlyRate = (typeof hourlyRates)[number];
export type MinuteRate = Exclude<RateClass, HourlyRate>;

/** The limit of an address is this many times that of an account, because a ship's crew shares one address. */
export const sharedAddressFactor = 10;

export function isHourly(rate: RateClass): rate is HourlyRate {
  return (hourlyRates as readonly RateClass[]).includes(rate);
}

type RateName = 'READ' | 'WRITE' | 'ORDER' | 'FORM' | 'TELEMETRY' | 'LOOKUP' | 'CONTACT' | 'SIGN_IN' | 'CODE';
/**
 * Rate limits by class. For hourly classes they are calls per hour for each account. For the others they are calls per
 * minute for each student, or for each IP address of visitors.
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
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Creates a 429 refusal that says when to try again. */
export function tooManyRequests(waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message = `Too many requests. Please try again in ${formatWait(seconds)}.`;
  return refuse(baseRefusals, 'RATE_LIMITED', message, { retryAfter: seconds });
}
