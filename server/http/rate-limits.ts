import type { RateClass } from '../../contract/endpoint.ts';
import { Refusal } from './refusal.ts';

/** Classes counted by the hour in the database, by account and by address. */
export const hourlyRates = ['lookup', 'contact', 'signIn', 'code'] as const;
export type HourlyRate = (typeof hourlyRates)[number];
export type MinuteRate = Exclude<RateClass, HourlyRate>;

/** A ship's crew shares one address: it may do this many times what one account may. */
export const crewFactor = 10;

export function isHourly(rate: RateClass): rate is HourlyRate {
  return (hourlyRates as readonly RateClass[]).includes(rate);
}

type RateName = 'READ' | 'WRITE' | 'ORDER' | 'FORM' | 'TELEMETRY' | 'LOOKUP' | 'CONTACT' | 'SIGN_IN' | 'CODE';
/** Calls allowed by class: an hour and account, or a minute and student, visitors by address. */
export type RateSettings = Readonly<Record<`RATE_${RateName}`, number>>;
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

function inWords(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** 429 that says when to try again. `wait` in milliseconds. */
export function tooMany(wait: number): Refusal {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  const message = `Too many requests. Please try again in ${inWords(seconds)}.`;
  return new Refusal(429, 'RATE_LIMITED', message, { retryAfter: seconds });
}
