import { addGrievance, type GrievanceForm } from '../../../contract/submissions.ts';
import { callOnce } from '../../auth/keyed-call.ts';
import type { Api } from '../../lib/api.ts';

/** The same calls with no cookie and no name of who is signed in. */
function nameless(api: Api): Api {
  return { call: (endpoint, input, options) => api.call(endpoint, input, { ...options, credentials: 'omit' }) };
}

/**
 * Submits a grievance, once however often it is tried; the answer is its reference number. An anonymous one goes without
 * credentials (decisions, "Rates, sessions, privacy"). @throws ApiError
 */
export async function sendGrievance(api: Api, formData: GrievanceForm): Promise<string> {
  const way = formData.anonymous ? nameless(api) : api;
  const { data } = await callOnce(way, addGrievance, { body: { formData } }, new AbortController().signal);
  return data.reference;
}
