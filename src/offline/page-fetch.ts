import { markerHeader, subjectHeader } from '../../contract/headers.ts';
import { isSavedCall, savedAtHeader } from '../../contract/saved-calls.ts';
import type { Heard } from './connection.ts';
import { noteSavedAnswer } from './saved-answers.ts';

export type PageFetchParts = {
  send: typeof fetch;
  connection: { readonly isCut: boolean; hear: (heard: Heard) => void };
  /** Sign-out that the server has not heard of yet. */
  note: { readonly isPending: boolean; deliver: () => Promise<boolean> };
  subject: { readonly student: string | null; enter: (student: string) => void };
};

function isPublicRead(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return (init?.method ?? 'GET') === 'GET' && isSavedCall(new URL(String(input), 'http://page'));
}

function heardFrom(response: Response): Heard {
  if (response.headers.has(savedAtHeader)) return 'nothing';
  return response.headers.has(markerHeader) ? 'ours' : 'foreign';
}

/**
 * The page's way to the server. Every outcome tells the connection; a sign-out that waits goes first; an answer made for
 * another student than the page shows is dropped, and the page becomes that student's.
 */
export function createPageFetch({ send, connection, note, subject }: PageFetchParts): typeof fetch {
  return async (input, init) => {
    const needsNobody = isPublicRead(input, init);
    if (note.isPending && !(needsNobody && connection.isCut) && !(await note.deliver()) && !needsNobody)
      throw new TypeError('Signing out has to reach the server first');
    const shownFor = subject.student;
    const response = await send(input, init).catch((error: unknown) => {
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
