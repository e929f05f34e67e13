import { sessionHintCookie } from '../../contract/headers.ts';
import { type SignedIn, signedInSchema } from '../../contract/signed-in.ts';

const place = 'landfall:student';

/** The readable cookie that says a session may exist; null where there is none. */
export function readSessionHint(): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${sessionHintCookie}=`));
  return found ? decodeURIComponent(found.slice(sessionHintCookie.length + 1)) : null;
}

/** Who was signed in when the server last answered; kept so that a cold start at sea knows its student. */
export function readKnownStudent(): SignedIn | null {
  try {
    return signedInSchema.parse(JSON.parse(localStorage.getItem(place) ?? 'null'));
  } catch {
    return null;
  }
}

/** Null forgets. Blocked storage is no failure: the student is then known while the page lives. */
export function rememberStudent(student: SignedIn | null): void {
  try {
    if (student) localStorage.setItem(place, JSON.stringify(student));
    else localStorage.removeItem(place);
  } catch {
    // Storage may be blocked.
  }
}
