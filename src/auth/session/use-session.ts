import { useQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import type { SignedIn } from '../../../contract/signed-in.ts';
import { sessionQueries } from './session.queries.ts';

/** Who is signed in. `unknown` until the first check has finished, and during server rendering. */
export type Session =
  | { status: 'unknown'; student: null }
  | { status: 'signedIn'; student: SignedIn }
  | { status: 'signedOut'; student: null };

export function useSession(): Session {
  const { data } = useQuery(sessionQueries.status());
  // While a part of the page is being hydrated, it must render what the server rendered (`unknown`), even if the
  // browser knows by then who is signed in.
  const isHydrated = useHydrated();
  if (data === undefined || !isHydrated) return { status: 'unknown', student: null };
  return data ? { status: 'signedIn', student: data } : { status: 'signedOut', student: null };
}
