import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { getStaffSession, type SignedInStaff, signOutStaff } from '../../../contract/staff/staff-account.ts';
import { ApiError, apiOf, isOfflineError } from '../../lib/api.ts';
import { savedRosters } from '../saved/saved-rosters.ts';
import { notifyOtherTabs } from './other-tabs.ts';

const key = ['staff-session'] as const;

/**
 * Stores on this device who is signed in, but only for roles that may mark attendance, because only they use the
 * console offline.
 */
function remember(staff: SignedInStaff): void {
  void (mayDo(staff.role, 'rosters.manage') ? savedRosters.begin(staff) : savedRosters.clear());
}

/**
 * Asks the server who is signed in; null if nobody is.
 * @throws ApiError if there was no response or the server failed
 */
export async function fetchSignedIn(client: QueryClient, signal?: AbortSignal): Promise<SignedInStaff | null> {
  try {
    const { data } = await apiOf(client).call(getStaffSession, {}, signal ? { signal } : {});
    remember(data);
    return data;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await savedRosters.clear();
    return null;
  }
}

/**
 * The signed-in staff member; null if nobody is signed in. Without a connection, it is the staff member who is stored
 * on this device, so that they can read the saved rosters. The server still checks each call that it receives.
 */
export const staffSessionQuery = queryOptions({
  queryKey: key,
  staleTime: 60_000,
  async queryFn({ client, signal }): Promise<SignedInStaff | null> {
    try {
      return await fetchSignedIn(client, signal);
    } catch (error) {
      const remembered = isOfflineError(error) ? await savedRosters.readStaff() : null;
      if (!remembered) throw error;
      return remembered;
    }
  },
});

/**
 * Stores who has just signed in, and notifies the other tabs. Removes all loaded data, unless it was loaded for the
 * same staff member. `shown`: the staff member for whom the data was loaded; by default, the one in the query cache.
 * After a session has ended, the cache contains no staff member, so pass `shown`.
 */
export function setSignedIn(
  client: QueryClient,
  staff: SignedInStaff,
  shown: SignedInStaff | null | undefined = client.getQueryData<SignedInStaff | null>(key),
): void {
  if (shown?.id !== staff.id) client.removeQueries();
  client.setQueryData(key, staff);
  remember(staff);
  notifyOtherTabs(staff.id);
}

/**
 * Ends the sign-in session, removes all loaded data and notifies the other tabs. The rosters saved on this device are
 * deleted even if the server cannot be reached.
 * @throws ApiError if the server did not end the session
 */
export async function signOut(client: QueryClient): Promise<void> {
  await savedRosters.clear();
  await apiOf(client).call(signOutStaff, { body: {} });
  client.clear();
  client.setQueryData(key, null);
  // Delete everything once more: if a request was still running at the sign-out, its response may have stored the staff
  // member on this device again.
  await savedRosters.clear();
  notifyOtherTabs(null);
}
