/**
 * Header that the service worker adds to a response when it stores it: the time in milliseconds since the epoch. A
 * response with this header comes from the device, not from the server.
 */
export const savedAtHeader = 'x-landfall-saved-at';

/**
 * The public GETs whose responses the service worker may store, as exact paths and as folders of paths. Responses of
 * all other calls are never stored (decision 75, “Give each cache one purpose”).
 */
const savedPaths: readonly string[] = [
  '/api/course',
  '/api/course/byCategory',
  '/api/booking-groups/settings',
  '/api/departments',
  '/wp-json/wp/v2/posts',
];
const savedFolders: readonly string[] = ['/api/cms/', '/wp-json/wp/v2/posts/'];

/** Whether the response of a GET to this URL may be stored on the device. */
export function isSavedCall({ pathname }: { pathname: string }): boolean {
  return savedPaths.includes(pathname) || savedFolders.some((folder) => pathname.startsWith(folder));
}

/** Whether a URL leads to one of the academy's pictures. */
export function isSavedPicture({ pathname }: { pathname: string }): boolean {
  return pathname.startsWith('/media/');
}

/** The cache key of a stored response: its URL with the query parameters sorted. */
export function savedKey(address: string): string {
  const url = new URL(address);
  url.searchParams.sort();
  url.hash = '';
  return url.href;
}

/** URLs on this site that are not pages of the app. The patterns are tested against path and query. */
export const notPages: RegExp[] = [
  /^\/(api|sandbox|wp-json|media|staff)(\/|\?|$)/,
  // Files: the last part of the path has an extension. A dot in the query, as in an email address, does not count.
  /^[^?]*\.[a-z0-9]{1,12}(\?|$)/i,
];
