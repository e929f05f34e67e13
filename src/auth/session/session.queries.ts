import { queryOptions } from '@tanstack/react-query';
import { getLoginStatus, type SignedIn } from '../../../contract/signed-in.ts';
import { type Api, ApiError, apiOf } from '../../lib/api.ts';
import { readSavedStudent, readSessionHint, saveStudent } from './saved-student.ts';

/** Show the saved student if the server has not responded within this many milliseconds. */
const statusTimeoutMs = 4000;

/**
 * Asks the server who is signed in. Makes no call without the cookie that says that a session may exist: for a visitor,
 * the server would respond with an error (401). Only a 401 of our own server signs the student out. After any other
 * error, the student saved on the device counts as signed in.
 */
async function fetchStatus(api: Api, signal: AbortSignal): Promise<SignedIn | null> {
  const hint = readSessionHint();
  if (hint === null) {
    saveStudent(null);
    return null;
  }
  try {
    const withTimeout = AbortSignal.any([signal, AbortSignal.timeout(statusTimeoutMs)]);
    const { user } = await api.call(getLoginStatus, { body: { value: hint } }, { signal: withTimeout });
    signal.throwIfAborted();
    saveStudent(user);
    return user;
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof ApiError) || error.status !== 401) return readSavedStudent();
    saveStudent(null);
    return null;
  }
}

export const sessionQueries = {
  all: () => ['session'] as const,
  /** Query for the signed-in student; null if nobody is signed in. */
  status: () =>
    queryOptions({
      queryKey: [...sessionQueries.all(), 'status'],
      queryFn: ({ client, signal }) => fetchStatus(apiOf(client), signal),
      staleTime: 5 * 60_000,
      gcTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
};
