import { ApiError } from '../lib/api.ts';

/** The fields of a route match that show the result of the route's loader. */
type Loaded = { error?: unknown; loaderData?: unknown };

/**
 * Whether the error means that the page's data is temporarily unavailable: our server or the news site returned a
 * server error (5xx) or no response. A call that was refused with a 4xx status does not count.
 */
const isTemporary = (error: unknown) => error instanceof ApiError && (error.status >= 500 || error.status < 100);

const isRefused = (loaded: unknown) =>
  typeof loaded === 'object' && loaded !== null && 'isRefused' in loaded && loaded.isRefused === true;

/**
 * Whether a page's main content is temporarily missing. Either the page's loader failed with a temporary error, or it
 * returned `isRefused` and the page shows an error message in place of the content. The HTTP status is then 503, so
 * that the page is not cached and search engines try again later.
 */
export function isUnavailable(matches: readonly Loaded[]): boolean {
  return matches.some(({ error, loaderData }) => isTemporary(error) || isRefused(loaderData));
}
