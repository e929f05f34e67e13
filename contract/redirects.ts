import * as z from 'zod';
import { answer } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

/** A path of the old site and the path of the page that replaced it. */
export const redirectSchema = z.object({ from: z.string(), to: z.string() });
export type Redirect = z.infer<typeof redirectSchema>;

/**
 * Normalises a path for comparison with the redirect table: lower case, no trailing slash. The server does this for
 * every request of a page, so the time must grow no faster than the length of the path.
 */
export function legacyPath(pathname: string): string {
  let end = pathname.length;
  while (pathname[end - 1] === '/') end -= 1;
  return pathname.slice(0, end).toLowerCase() || '/';
}

/** The new path for a path of the old site; null if there is none. Letter case and a trailing slash are ignored. */
export function findRedirect(redirects: readonly Redirect[], pathname: string): string | null {
  const path = legacyPath(pathname);
  return redirects.find(({ from }) => legacyPath(from) === path)?.to ?? null;
}

/**
 * GET /cms/redirects: old paths and their new ones. The server redirects an old path with 301; the browser app replaces
 * the old path in the browser's history.
 */
export const listRedirects = defineEndpoint({
  name: 'listRedirects',
  summary: 'Addresses of the old site',
  method: 'GET',
  url: '/api/cms/redirects',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCacheable: true,
  answers: { 200: answer({ data: z.array(redirectSchema) }) },
  refusals: { NOT_FOUND: 404 },
});
