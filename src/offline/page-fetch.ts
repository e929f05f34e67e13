import { markerHeader, subjectHeader } from '../../contract/headers.ts';
import { isSavedCall, savedAtHeader } from '../../contract/saved-calls.ts';
import type { Heard } from './connection.ts';
import { noteSavedAnswer } from './saved-answers.ts';

const usualPatience = 30_000;
const shortPatience = 10_000;

export type PageFetchParts = {
  send: typeof fetch;
  connection: { readonly isCut: boolean; hear: (heard: Heard) => void };
  /** Sign-out that the server has not heard of yet. */
  note: { readonly isPending: boolean; deliver: () => Promise<boolean> };
  subject: { readonly student: string | null; enter: (student: string) => void };
  /** Milliseconds that a call may take, where it is no usual one. */
  patience?: number;
};

function isPublicRead(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return (init?.method ?? 'GET') === 'GET' && isSavedCall(new URL(String(input), 'http://page'));
}

function heardFrom(response: Response): Heard {
  if (response.headers.has(savedAtHeader)) return 'nothing';
  return response.headers.has(markerHeader) ? 'ours' : 'foreign';
}

/** A network may swallow a call without a word; `fetch` itself would wait for minutes. */
async function sendWithin(
  patience: number,
  send: typeof fetch,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
) {
  const cut = new AbortController();
  const stop = () => cut.abort();
  const timer = setTimeout(stop, patience);
  init?.signal?.addEventListener('abort', stop, { signal: cut.signal });
  try {
    return await send(input, { ...init, signal: cut.signal });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The page's way to the server. Every outcome tells the connection; a sign-out that waits goes first. Each call says whose
 * page makes it; an answer made for another student is dropped, and the page becomes that student's.
 */
export function createPageFetch({ send, connection, note, subject, patience }: PageFetchParts): typeof fetch {
  return async (input, init) => {
    const needsNobody = isPublicRead(input, init);
    if (note.isPending && !(needsNobody && connection.isCut) && !(await note.deliver()) && !needsNobody)
      throw new TypeError('Signing out has to reach the server first');
    // What is sent without credentials must not say by a header who sends it.
    const shownFor = init?.credentials === 'omit' ? null : subject.student;
    if (init?.signal?.aborted) throw init.signal.reason;
    const request = shownFor ? { ...init, headers: { ...init?.headers, [subjectHeader]: shownFor } } : init;
    const longest = patience ?? (connection.isCut ? shortPatience : usualPatience);
    const response = await sendWithin(longest, send, input, request).catch((error: unknown) => {
      if (!init?.signal?.aborted) connection.hear('nothing');
      throw error;
    });
    connection.hear(heardFrom(response));
    const savedAt = Number(response.headers.get(savedAtHeader));
    if (savedAt > 0 && init?.signal) noteSavedAnswer(init.signal, savedAt);
    const madeFor = response.headers.get(subjectHeader);
    if (madeFor && shownFor && madeFor !== shownFor) {
      subject.enter(madeFor);
      throw new TypeError('Answered for another student');
    }
    return response;
  };
}
