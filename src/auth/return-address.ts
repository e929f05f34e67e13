import * as z from 'zod';

/** Only a path of this site may be returned to; browsers read a backslash as a slash and pass over control characters. */
export const ownPath = z.string().regex(/^\/(?![/\\])[^\\\p{Cc}\s]*$/u);

/** Address of login or register that remembers `from`, a path of this site to return to. */
export function withReturn(page: string, from: string | null): string {
  return from === null ? page : `${page}?from=${encodeURIComponent(from)}`;
}
