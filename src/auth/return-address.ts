import * as z from 'zod';

/** Only a path of this site may be returned to; browsers read a backslash as a slash and pass over control characters. */
export const ownPath = z.string().regex(/^\/(?![/\\])[^\\\p{Cc}\s]*$/u);
