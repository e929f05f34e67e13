import type { StaffRole } from '../../../../contract/staff/permissions.ts';
import { hire } from '../../../support/staff.ts';
import type { Academy } from '../../booking/academy.ts';

/**
 * Creates a staff member and signs this person in. `call` sends a call of the staff console and returns its HTTP
 * status, headers and body.
 */
export async function openConsole(academy: Academy, role: StaffRole) {
  const { headers, ...member } = await hire(academy, role);
  async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, key?: string) {
    const sent = { ...headers, 'x-client': 'web', 'sec-fetch-site': 'same-origin' };
    const response = await academy.app.server.inject({
      ...{ method, url: `/api/staff${path}` },
      headers: { ...sent, ...(key ? { 'idempotency-key': key } : {}) },
      ...(body ? { payload: body } : {}),
    });
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const { statusCode: status, headers: received, body: text } = response;
    return { status, body: isJson ? response.json() : {}, text, headers: received };
  }
  return { member, call };
}

export const reason = 'as agreed by phone';
