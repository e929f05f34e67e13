import { subjectHeader } from '../../../contract/headers.ts';
import { isSavedCall, savedAtHeader } from '../../../contract/saved-calls.ts';
import { type ProbeResult, probeOf } from '../connection/connection.ts';
import { sendWithin } from './send-within.ts';

const timeoutOnlineMs = 30_000;
const timeoutOfflineMs = 10_000;

// The URLs of the calls that sign in, and of those that work without a session, begin with these. Importing their endpoint
// objects would enlarge every page.
const signInUrl = '/api/auth/login';
const authUrl = '/api/auth/';

export type PageFetchDeps = {
  send: typeof fetch;
  connection: { readonly isOffline: boolean; report: (result: ProbeResult) => void };
  /** The sign-out that has not reached the server yet. `student`: null if there is none. */
  pendingSignOut: { readonly student: string | null; deliver: () => Promise<boolean> };
  subject: { readonly student: string | null; enter: (student: string) => void };
  /** Timeout of every call in milliseconds, instead of the default timeouts. */
  timeoutMs?: number;
};

function isPublicRead(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return (init?.method ?? 'GET') === 'GET' && isSavedCall(new URL(String(input), 'http://page'));
}

function probeResultOf(response: Response): ProbeResult {
  // The service worker sent its saved copy because our server did not respond in time.
  if (response.headers.has(savedAtHeader)) return 'noResponse';
  return probeOf(response).result;
}

/**
 * The fetch of all calls of the page. Every result is reported to the connection. A pending sign-out is delivered before any
 * other call; only public reads may continue without it. A call of the student who signs out is not sent at all, because a tab
 * may hear of the sign-out of another tab after its call has waited. Each call names the page's student in a header. A response made for
 * another student (who signed in elsewhere in this browser) is rejected, and the page switches to that student. A sign-in is not
 * rejected, because the page may still show the student of an expired session.
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
