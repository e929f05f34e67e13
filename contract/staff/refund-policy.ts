import * as z from 'zod';
import { answer, instantSchema } from '../answer.ts';
import { defineStaffEndpoint, reasonSchema } from './staff-endpoint.ts';

const wholeNumber = z.number('Enter a number').int('Enter a whole number').min(0, 'At least 0');

/**
 * A step of the refund policy: a student who cancels at least `days` before the first day of the course is refunded
 * `percent` of what was paid.
 */
const policyStepSchema = z.object({
  days: wholeNumber.max(365, 'At most 365'),
  percent: wholeNumber.max(100, 'At most 100'),
});
export const refundPolicySchema = z.array(policyStepSchema).min(1, 'At least one step').max(10, 'At most 10 steps');
export type RefundPolicy = z.infer<typeof refundPolicySchema>;

/** Sorts the steps of a refund policy by days, the most days first, which is the order in which they are tried. */
export const mostDaysFirst = (steps: RefundPolicy): RefundPolicy =>
  steps.toSorted((one, other) => other.days - one.days);

/**
 * A new refund policy. Each number of days may occur only once, and cancelling earlier must never give a smaller
 * refund.
 */
export const newRefundPolicySchema = refundPolicySchema
  .refine((steps) => new Set(steps.map(({ days }) => days)).size === steps.length, 'Name each number of days once')
  .refine(
    (steps) => mostDaysFirst(steps).every(({ percent }, at, sorted) => percent >= (sorted[at + 1]?.percent ?? 0)),
    'A student who cancels earlier must not get less',
  );

/**
 * The refund by the policy for a cancellation `daysBefore` days before the first day of the course: a percentage of
 * what was paid, rounded half up to the paisa. Once the first day has passed, nothing is refunded.
 */
export function refundFor(policy: RefundPolicy, daysBefore: number, paidPaise: number) {
  const step = daysBefore < 0 ? undefined : mostDaysFirst(policy).find(({ days }) => daysBefore >= days);
  const percent = step?.percent ?? 0;
  return { percent, paise: Math.floor((paidPaise * percent + 50) / 100) };
}

const policyChangeSchema = z.object({
  id: z.number().int(),
  at: instantSchema,
  actor: z.string(),
  reason: z.string().nullable(),
  steps: refundPolicySchema,
});

/**
 * GET /staff/refund-policy: the steps of the refund policy, sorted by days before the course, longest first, and the
 * policy's latest changes from the audit log.
 */
export const getStaffRefundPolicy = defineStaffEndpoint({
  name: 'getStaffRefundPolicy',
  summary: 'The refund policy and its history',
  method: 'GET',
  url: '/api/staff/refund-policy',
  permission: 'orders.read',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: z.object({ steps: refundPolicySchema, history: z.array(policyChangeSchema) }) }) },
});

/** PUT /staff/refund-policy replaces the refund policy. The new policy applies to cancellations from now on. */
export const setStaffRefundPolicy = defineStaffEndpoint({
  name: 'setStaffRefundPolicy',
  summary: 'Changes the refund policy',
  method: 'PUT',
  url: '/api/staff/refund-policy',
  permission: 'settings.manage',
  stepUp: true,
  rate: 'write',
  idempotency: 'keyed',
  body: z.object({ steps: newRefundPolicySchema, reason: reasonSchema }),
  answers: { 200: answer({ data: refundPolicySchema }) },
});
