import { ApiError } from '../lib/api.ts';

/** What of a page's matches tells how its loader fared. */
type Loaded = { error?: unknown; loaderData?: unknown };

/** Our own server or the news site could not answer; a call that it refused is something else. */
const isPassing = (error: unknown) => error instanceof ApiError && (error.status >= 500 || error.status < 100);

const isRefused = (loaded: unknown) =>
  typeof loaded === 'object' && loaded !== null && 'isRefused' in loaded && loaded.isRefused === true;

/**
 * Whether a page lacks what it is about, only for now: its loader failed, or says by `isRefused` that it draws the page
 * without. Such a page is 503, so that nobody keeps it and search engines come again.
 */
export function isUnavailable(matches: readonly Loaded[]): boolean {
  return matches.some(({ error, loaderData }) => isPassing(error) || isRefused(loaderData));
}
