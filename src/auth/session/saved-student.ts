import { sessionHintCookie } from '../../../contract/headers.ts';
import { type SignedIn, signedInSchema } from '../../../contract/signed-in.ts';

const storageKey = 'landfall:student';

/** The value of the cookie that tells scripts that a sign-in session may exist; null without the cookie. */
export function readSessionHint(): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${sessionHintCookie}=`));
  return found ? found.slice(sessionHintCookie.length + 1) : null;
}

/**
 * The student who was signed in when the server last responded, as saved on this device; null if none is saved. With
 * it, the site knows who is signed in even when it starts offline.
 */
export function readSavedStudent(): SignedIn | null {
  try {
    return signedInSchema.parse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return null;
  }
}

/** Saves the signed-in student on the device; null deletes it. If storage is blocked or full, nothing is saved. */
export function saveStudent(student: SignedIn | null): void {
  try {
    if (student) localStorage.setItem(storageKey, JSON.stringify(student));
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked or full. The site then works without a saved student.
  }
}
