import {
  baseRefusals,
  type Endpoint,
  idempotencyRefusals,
  type Policy,
  policyRefusals,
  type RefusalRule,
  type RefusalTable,
  type StaffPolicy,
} from './endpoint.ts';

/**
 * All refusals of an endpoint: its own, those of its policy and idempotency class, and those that every endpoint has.
 * Signed calls such as webhooks come from other servers, so they are never refused because of their origin.
 */
export function refusalsOf({ policy, idempotency, refusals }: Endpoint): RefusalTable {
  const table: Record<string, RefusalRule> = {
    ...baseRefusals,
    ...policyRefusals[policy as Exclude<Policy, StaffPolicy>],
  };
  Object.assign(table, idempotencyRefusals[idempotency], refusals);
  if (policy === 'signature') delete table.FORBIDDEN_ORIGIN;
  return table;
}

/** Whether the endpoint declares a refusal with this status, code and data. */
export function isDeclared(endpoint: Endpoint, refusal: { status: number; code: string; data?: unknown }): boolean {
  const rule = refusalsOf(endpoint)[refusal.code];
  return rule !== undefined && statusesOf(rule).includes(refusal.status) && parseRefusal(endpoint, refusal) !== null;
}

/** The HTTP statuses with which a refusal may be sent according to this rule, the usual one first. */
export function statusesOf(rule: RefusalRule): readonly number[] {
  return typeof rule === 'number' ? [rule] : 'status' in rule ? [rule.status] : rule;
}

/**
 * Checks a failure response of an endpoint and returns it with its parsed `data`. Returns null if the endpoint does not
 * declare this error code, or if `data` does not match its schema.
 */
export function parseRefusal<F extends { code: string; data?: unknown }>(endpoint: Endpoint, failure: F): F | null {
  const rule = refusalsOf(endpoint)[failure.code];
  if (rule === undefined) return null;
  if (typeof rule === 'number' || !('data' in rule)) return failure;
  const { success, data } = rule.data.safeParse(failure.data);
  return success ? { ...failure, data } : null;
}
