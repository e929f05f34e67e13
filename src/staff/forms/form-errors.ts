import { ApiError, isOfflineError } from '../../lib/api.ts';
import { formatDay } from '../../lib/format/format.ts';
import { isStaffRefusal } from './staff-refusals.ts';

/** The server's validation messages by field name; an empty object if the error contains none. */
export function fieldErrors(error: unknown): Record<string, string> {
  return (error instanceof ApiError ? error.failure?.fields : undefined) ?? {};
}

/** Formats the dates in a message of the server as the console shows them: `2027-03-01` becomes `1 Mar 2027`. */
export const readableDays = (message: string): string => message.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, formatDay);

/** The error message for a call that failed. */
export function failureMessage(error: unknown): string {
  if (isOfflineError(error)) return 'There is no connection to the server. Please try again.';
  if (isStaffRefusal(error, 'IDEMPOTENCY_KEY_REUSED'))
    return 'Your earlier attempt, with other entries, has arrived. Look at what it did before you send this one.';
  if (error instanceof ApiError && error.failure) return readableDays(error.failure.message);
  return 'Something went wrong. Please try again.';
}
