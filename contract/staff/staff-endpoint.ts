import * as z from 'zod';
import type { Endpoint, RefusalTable } from '../endpoint.ts';

/** The refusals of every call for which a staff member must be signed in. */
const staffRefusals = { UNAUTHORIZED_REQUEST: 401, FORBIDDEN: 403 } as const;
/**
 * The refusals of an endpoint with `stepUp`, which requires that the caller has authenticated within the last minutes.
 */
export const stepUpRefusals = { ...staffRefusals, STEP_UP_NEEDED: 403 } as const;

type StaffEndpoint = Omit<Endpoint, 'policy'> & Required<Pick<Endpoint, 'permission'>>;

type RefusalsOf<E> = (E extends { refusals: infer Own extends RefusalTable } ? Own : object) &
  (E extends { stepUp: unknown } ? typeof stepUpRefusals : typeof staffRefusals);

/**
 * Declares a call of the staff console, and adds the refusals that all its calls share. They are not in
 * `policyRefusals`, because that table is part of the scripts that students download first.
 * - `permission`: the permission that the caller's role must have (`permissions.ts`), or null if every staff member may
 *   make the call
 * - `stepUp`: whether the caller must have authenticated within the last minutes; `true`, or a function that decides by
 *   the body of the call
 */
export function defineStaffEndpoint<const E extends StaffEndpoint>(endpoint: E) {
  const refusals = { ...(endpoint.stepUp ? stepUpRefusals : staffRefusals), ...endpoint.refusals };
  return { ...endpoint, policy: 'staff', refusals } as unknown as Omit<E, 'refusals'> & {
    readonly policy: 'staff';
    readonly refusals: RefusalsOf<E>;
  };
}

/** The reason that a staff member gives for a change. The audit log stores it. */
export const reasonSchema = z.string().trim().min(3, 'Say why, in a few words').max(500, 'At most 500 characters');

/**
 * The error message if a field is missing because the page is of an earlier release. The console shows the message
 * unchanged.
 */
export const olderPage = 'This page is of an earlier release. Note what you have typed, and reload the page.';
