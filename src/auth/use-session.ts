import { useQuery } from '@tanstack/react-query';
import type { SignedIn } from '../../contract/signed-in.ts';
import { sessionQueries } from './session.queries.ts';

/** Login status of document 1, section 4; `unknown` until the first check, and while the server renders. */
export type Session =
  | { status: 'unknown'; student: null }
  | { status: 'signedIn'; student: SignedIn }
  | { status: 'signedOut'; student: null };

export function useSession(): Session {
  const { data } = useQuery(sessionQueries.status());
  if (data === undefined) return { status: 'unknown', student: null };
  return data ? { status: 'signedIn', student: data } : { status: 'signedOut', student: null };
}
