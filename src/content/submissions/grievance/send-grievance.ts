import { addGrievance, type GrievanceForm } from '../../../../contract/submissions.ts';
import type { Api } from '../../../lib/api.ts';
import { subject } from '../../../offline/session/subject.ts';
import { sendOrQueue } from '../send-or-queue.ts';

/** Wraps an API client so that its calls are sent without the session cookie. */
function withoutCredentials(api: Api): Api {
  return { call: (endpoint, input, options) => api.call(endpoint, input, { ...options, credentials: 'omit' }) };
}

/**
 * Title of an anonymous grievance in the outbox. It reveals nothing, because everybody who uses the device can read it
 * there.
 */
const neutralTitle = 'Message to the academy';

/**
 * Submits a grievance. The server accepts it only once, even if it is retried; see `sendOrQueue`. An anonymous
 * grievance is sent without the session cookie, and in the outbox it belongs to no user. @throws ApiError
 */
export function sendGrievance(api: Api, formData: GrievanceForm, isShown: () => boolean): Promise<string | null> {
  const user = formData.anonymous ? null : subject.student;
  const title = user === null ? neutralTitle : 'Grievance';
  const form = { kind: 'grievance.send', payload: formData, title, user } as const;
  return sendOrQueue(formData.anonymous ? withoutCredentials(api) : api, addGrievance, form, isShown);
}
