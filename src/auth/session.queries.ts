import { queryOptions } from '@tanstack/react-query';
import { getLoginStatus, type SignedIn } from '../../contract/signed-in.ts';
import { type Api, ApiError, apiOf } from '../lib/api.ts';
import { readKnownStudent, readSessionHint, rememberStudent } from './known-student.ts';

/** On a line that swallows calls the known student is shown without waiting for long. */
const patience = 4000;

/**
 * Asks who is signed in, but only while the hint cookie is there, so that a stranger's page makes no failing call.
 * Only our own 401 signs out; no answer keeps the last known student (decisions, "Answers").
 */
async function askStatus(api: Api, signal: AbortSignal): Promise<SignedIn | null> {
  const hint = readSessionHint();
  if (hint === null) {
    rememberStudent(null);
    return null;
  }
  try {
    const waited = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    const { user } = await api.call(getLoginStatus, { body: { value: hint } }, { signal: waited });
    rememberStudent(user);
    return user;
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof ApiError) || error.status !== 401) return readKnownStudent();
    rememberStudent(null);
    return null;
  }
}

export const sessionQueries = {
  all: () => ['session'] as const,
  /** The signed-in student, or null. */
  status: () =>
    queryOptions({
      queryKey: [...sessionQueries.all(), 'status'],
      queryFn: ({ client, signal }) => askStatus(apiOf(client), signal),
      staleTime: 5 * 60_000,
      gcTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
};
