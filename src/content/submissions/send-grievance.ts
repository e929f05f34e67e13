import { addGrievance, type GrievanceForm } from '../../../contract/submissions.ts';
import type { Api } from '../../lib/api.ts';
import { subject } from '../../offline/subject.ts';
import { sendOrKeep } from './send-or-keep.ts';

/** The same calls with no cookie and no name of who is signed in. */
function nameless(api: Api): Api {
  return { call: (endpoint, input, options) => api.call(endpoint, input, { ...options, credentials: 'omit' }) };
}

/** What the list of waiting changes calls it: where everybody who has the device can read it, no grievance. */
const neutralTitle = 'Message to the academy';

/**
 * Submits a grievance, once however often it is tried; see `sendOrKeep`. An anonymous one goes without credentials, and
 * waits under nobody's name (decisions, "Rates, sessions, privacy"). @throws ApiError
 */
export function sendGrievance(api: Api, formData: GrievanceForm): Promise<string | null> {
  const user = formData.anonymous ? null : subject.student;
  const title = user === null ? neutralTitle : 'Grievance';
  const form = { kind: 'grievance.send', payload: formData, title, user } as const;
  return sendOrKeep(formData.anonymous ? nameless(api) : api, addGrievance, form);
}
