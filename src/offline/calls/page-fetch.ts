import { subjectHeader } from '../../../contract/headers.ts';
import { isSavedCall, savedAtHeader } from '../../../contract/saved-calls.ts';
import { type ProbeResult, probeOf } from '../connection/connection.ts';
import { sendWithin } from './send-within.ts';

const timeoutOnlineMs = 30_000;
const timeoutOfflineMs = 10_000;

// `signInUrl`: prefix of the URLs of the calls that sign in. `authUrl`: prefix for all calls about signing in and
// passwords. The prefixes are repeated here, because importing the endpoint objects would enlarge every page.
const signInUrl = '/api/auth/login';
const authUrl = '/api/auth/';

export type PageFetchDeps = {
  send: typeof fetch;
  connection: { readonly isOffline: boolean; report: (result: ProbeResult) => void };
  /**
   * The sign-out that has not reached the server yet. `student`: who has signed out; null if no sign-out is pending.
   */
  pendingSignOut: { readonly student: string | null; deliver: () => Promise<boolean> };
  subject: { readonly student: string | null; enter: (student: string) => void };
  /** Timeout of every call in milliseconds, in place of the default timeouts. */
  timeoutMs?: number;
};

function isPublicRead(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return (init?.method ?? 'GET') === 'GET' && isSavedCall(new URL(String(input), 'http://page'));
}

function probeResultOf(response: Response): ProbeResult {
  // A response with `savedAtHeader` is a saved one: the service worker returned it because our server did not respond
  // in time.
  if (response.headers.has(savedAtHeader)) return 'noResponse';
  return probeOf(response).result;
}

/**
 * Creates the `fetch` for all API calls of the page. It reports to `connection` how each call ended.
 * - If a sign-out is pending, it is delivered before the call is sent. If the delivery fails, a call that reads public
 *   data is sent all the same, and any other call is rejected. While our server is known to be unreachable, reads of
 *   public data do not wait for the delivery.
 * - A call for the student who has signed out is rejected once the sign-out is delivered, unless it reads public data
 *   or concerns signing in.
 * - A header of each call names the student whom the page shows. If the response names another student, who has signed
 *   in in another tab, the page switches to that student and the call is rejected. A call that signs in is not
 *   rejected.
 */
export function createPageFetch(deps: PageFetchDeps): typeof fetch {
  const { send, connection, pendingSignOut, subject, timeoutMs } = deps;
  return async (input, init) => {
    const isPublic = isPublicRead(input, init);
    // A call without credentials is anonymous, so it must not name the student in a header either.
    const studentOfCall = () => (init?.credentials === 'omit' ? null : subject.student);
    const leaving = pendingSignOut.student;
    if (leaving !== null && !(isPublic && connection.isOffline)) {
      const isOfLeaving = studentOfCall() === leaving && !String(input).startsWith(authUrl);
      const isDelivered = await pendingSignOut.deliver();
      if (!isPublic && (isOfLeaving || !isDelivered)) throw new TypeError('A sign-out is pending');
    }
    const shownFor = studentOfCall();
    if (init?.signal?.aborted) throw init.signal.reason;
    const request = shownFor ? { ...init, headers: { ...init?.headers, [subjectHeader]: shownFor } } : init;
    const limitMs = timeoutMs ?? (connection.isOffline ? timeoutOfflineMs : timeoutOnlineMs);
    const onCut = () => {
      if (!init?.signal?.aborted) connection.report('noResponse');
    };
    // Our server never redirects a call, so a redirect comes from a captive portal. It is not followed: the
    // Content-Security-Policy would block it, and the failed call would look like a lost connection.
    const response = await sendWithin(limitMs, { send, onCut })(input, { ...request, redirect: 'manual' });
    connection.report(probeResultOf(response));
    const madeFor = response.headers.get(subjectHeader);
    if (madeFor && shownFor && madeFor !== shownFor) {
      subject.enter(madeFor);
      if (!String(input).startsWith(signInUrl)) throw new TypeError('Response for another student');
    }
    return response;
  };
}
