import * as z from 'zod';

/** A path on this site. Backslashes and control characters are refused: browsers read a backslash as a slash and ignore control characters. */
export const ownPath = z.string().regex(/^\/(?![/\\])[^\\\p{Cc}\s]*$/u);

/** The path of the login or registration page with `from`, the path to return to afterwards. */
export function withReturn(page: string, from: string | null): string {
  return from === null ? page : `${page}?from=${encodeURIComponent(from)}`;
}
