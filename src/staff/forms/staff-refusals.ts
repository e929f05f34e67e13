import type { baseRefusals, idempotencyRefusals } from '../../../contract/endpoint.ts';
import type { stepUpRefusals } from '../../../contract/staff/staff-endpoint.ts';
import { ApiError } from '../../lib/api.ts';

/** The error codes with which the server may refuse a call of the console, whichever endpoint was called. */
type StaffRefusalCode =
  | keyof typeof stepUpRefusals
  | keyof typeof baseRefusals
  | keyof typeof idempotencyRefusals.keyed;

/**
 * Whether the server refused a call of the console with an error code that its endpoints share. For a code of one
 * endpoint, use `isRefusal`.
 */
export function isStaffRefusal(error: unknown, code: StaffRefusalCode): boolean {
  return error instanceof ApiError && error.code === code;
}
