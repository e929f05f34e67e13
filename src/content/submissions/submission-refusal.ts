import { ApiError } from '../../lib/api.ts';

/** Why a form was not received: `fields` by the form's own names, `advice` says what to do. */
export type SubmissionRefusal = { fields: Record<string, string>; advice: string };

const place = 'formData.';
const laterStatuses: readonly number[] = [429, 503];

/** The server's words on single fields, `formData.name` as `name`. */
function readFields(error: ApiError): Record<string, string> {
  const told = Object.entries(error.failure?.fields ?? {}).filter(([name]) => name.startsWith(place));
  return Object.fromEntries(told.map(([name, message]) => [name.slice(place.length), message]));
}

/** What a form says of a call that failed; nothing that was typed is lost by any of them. */
export function toSubmissionRefusal(error: unknown): SubmissionRefusal {
  const refusal = { fields: {}, advice: 'Nothing you typed is lost. Try again in a moment.' };
  if (!(error instanceof ApiError)) return refusal;
  if (error.kind === 'offline')
    return {
      ...refusal,
      advice:
        'Our server did not answer. Nothing you typed is lost. Send it again when the connection is back; it counts once.',
    };
  const told = laterStatuses.includes(error.status) ? error.failure?.message : undefined;
  return { fields: readFields(error), advice: told ?? refusal.advice };
}
