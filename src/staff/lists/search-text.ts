import * as z from 'zod';

/**
 * Schema of a search term in the URL. Control characters become spaces: a person cannot type them, and the server refuses
 * them.
 */
export const searchTextSchema = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .transform((text) => text.replaceAll(/\p{Cc}/gu, ' '))
    .optional()
    .catch(undefined);
