import { type Api, ApiError } from '../../lib/api.ts';
import { savedRosters } from '../saved/saved-rosters.ts';
import { authenticationGate, type Demand } from './authentication-gate.ts';

/** Calls that belong to signing in, or check whether somebody is signed in. They never open the dialog. */
const isSignInCall = (url: string) => /^\/api\/staff\/(session|sign-in|sign-out|invitation)\b/.test(url);

function demandOf(error: unknown): Demand | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'STEP_UP_NEEDED') return 'stepUp';
  return error.code === 'UNAUTHORIZED_REQUEST' ? 'signIn' : null;
}

/**
 * Creates the console's API client. If a call requires step-up authentication or the session has ended, it opens a
 * dialog, and repeats the call under the same idempotency key once the staff member has authenticated.
 */
export function createStaffApi(api: Api): Api {
  return {
    async call(endpoint, input, options) {
      try {
        return await api.call(endpoint, input, options);
      } catch (error) {
        const demand = isSignInCall(endpoint.url) ? null : demandOf(error);
        if (demand === 'signIn') await savedRosters.clear();
        if (demand === null || !(await authenticationGate.open(demand))) throw error;
        return api.call(endpoint, input, options);
      }
    },
  };
}
