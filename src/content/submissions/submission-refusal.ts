import { ApiError } from '../../lib/api.ts';
import { unreachable } from '../../offline/connection/unreachable.ts';
import { isDeviceFull } from '../../offline/device-full.ts';

/** Why a form was refused. `fields`: error messages by field name; `advice`: what the visitor can do. */
export type SubmissionRefusal = { fields: Record<string, string>; advice: string };

const prefix = 'formData.';
const retryStatuses: readonly number[] = [429, 503];

/** The server's error messages by field name, with the prefix `formData.` removed from the names. */
function readFields(error: ApiError): Record<string, string> {
  const entries = Object.entries(error.failure?.fields ?? {}).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(entries.map(([name, message]) => [name.slice(prefix.length), message]));
}

/** Converts a failed call to the refusal that the form shows. What was typed stays in the form. */
export function toSubmissionRefusal(error: unknown): SubmissionRefusal {
  const refusal = { fields: {}, advice: 'Nothing you typed is lost. Try again in a moment.' };
  if (isDeviceFull(error))
    return {
      ...refusal,
      advice: `This device is full, so your message was not saved. Nothing you typed is lost. Free some space, or send it again ${unreachable().whenBack}.`,
    };
  if (!(error instanceof ApiError)) return refusal;
  if (error.kind === 'offline')
    return {
      ...refusal,
      advice: `We could not reach our server. Nothing you typed is lost. You can safely send it again ${unreachable().whenBack}: it counts only once.`,
    };
  const message = retryStatuses.includes(error.status) ? error.failure?.message : undefined;
  return { fields: readFields(error), advice: message ?? refusal.advice };
}
