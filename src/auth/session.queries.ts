import { queryOptions } from '@tanstack/react-query';
import { getLoginStatus, type SignedIn } from '../../contract/auth.ts';
import { type Api, ApiError, apiOf } from '../lib/api.ts';
import { readKnownStudent, readSessionHint, rememberStudent } from './known-student.ts';

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
    const { user } = await api.call(getLoginStatus, { body: { value: hint } }, { signal });
    rememberStudent(user);
    return user;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 401) return readKnownStudent();
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
