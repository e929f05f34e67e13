import * as z from 'zod';
import { answer } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';
import { maxSearchLength } from './limits.ts';
import { searchKinds } from './search-index.ts';

/**
 * GET /search finds courses, packages, pages and posts by name, code or abbreviation, the best matches first. A text
 * with fewer than two letters and digits finds nothing.
 */
export const searchSite = defineEndpoint({
  name: 'searchSite',
  summary: 'Courses, packages, pages and posts by words',
  method: 'GET',
  url: '/api/search',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCacheable: true,
  query: z.object({ q: z.string().max(maxSearchLength).default('') }),
  answers: {
    200: answer({
      data: z.object({
        results: z.array(
          z.object({ kind: z.enum(searchKinds), title: z.string(), subtitle: z.string(), url: z.string() }),
        ),
      }),
    }),
  },
});
