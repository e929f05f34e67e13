import * as z from 'zod';
import { answer } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

/** An address of the old site and the page that took its place, both paths of this site. */
export const redirectSchema = z.object({ from: z.string(), to: z.string() });
export type Redirect = z.infer<typeof redirectSchema>;

/** A path as the table compares it: small letters, no slash at the end. */
export function legacyPath(pathname: string): string {
  const path = pathname.toLowerCase().replace(/\/+$/, '');
  return path === '' ? '/' : path;
}

/** Where an old address leads now, or null; with and without a slash at its end, in any letters. */
export function findRedirect(redirects: readonly Redirect[], pathname: string): string | null {
  const path = legacyPath(pathname);
  return redirects.find(({ from }) => legacyPath(from) === path)?.to ?? null;
}

/** GET /cms/redirects: ours; the server answers an old address with 301, the client replaces it in history. */
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
});
