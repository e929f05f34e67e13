import type { Endpoint } from '../../../contract/endpoint.ts';
import { markAttendance } from '../../../contract/staff/rosters.ts';
import type { Api } from '../../lib/api.ts';
import { isStaffRefusal } from '../forms/staff-refusals.ts';
import { savedRosters } from '../saved/saved-rosters.ts';
import { authenticationGate, type Demand } from './authentication-gate.ts';

/**
 * True for calls that never open the authentication dialog: calls for signing in or out, and `markAttendance`. The
 * outbox of attendance marks opens the dialog itself, after it has released its lock.
 */
const opensNoDialog = ({ name, url }: Endpoint) =>
  name === markAttendance.name || /^\/api\/staff\/(session|sign-in|sign-out|invitation)\b/.test(url);

function demandOf(error: unknown): Demand | null {
  if (isStaffRefusal(error, 'STEP_UP_NEEDED')) return 'stepUp';
  return isStaffRefusal(error, 'UNAUTHORIZED_REQUEST') ? 'signIn' : null;
}

/**
 * Runs `work`, which makes API calls. If one of them requires step-up authentication, or the sign-in session has ended,
 * opens a dialog, and runs `work` again once the staff member has authenticated.
 */
export async function withAuthentication<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const demand = demandOf(error);
    if (demand === 'signIn') await savedRosters.clear();
    if (demand === null || !(await authenticationGate.open(demand))) throw error;
    return work();
  }
}

/**
 * Creates the console's API client. A call that requires authentication waits for the authentication dialog and is
 * repeated under the same idempotency key.
 */
export function createStaffApi(api: Api): Api {
  return {
    call(endpoint, input, options) {
      const send = () => api.call(endpoint, input, options);
      return opensNoDialog(endpoint) ? send() : withAuthentication(send);
    },
  };
}
