import * as z from 'zod';

/**
 * Schema of a path on this site. It refuses backslashes and control characters, with which a path could lead to another
 * site: browsers read a backslash as a slash and ignore some control characters.
 */
export const ownPath = z.string().regex(/^\/(?![/\\])[^\\\p{Cc}\s]*$/u);

/** The path of the login or registration page with `from`, the path to return to afterwards. */
export function withReturn(page: string, from: string | null): string {
  return from === null ? page : `${page}?from=${encodeURIComponent(from)}`;
}
