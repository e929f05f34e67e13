/**
 * Header that the worker writes onto an answer when it stores it: milliseconds since the epoch.
 * An answer that carries it came from the device, not from the server.
 */
export const savedAtHeader = 'x-landfall-saved-at';

/** Public GETs that the worker may store: exact paths, and folders of paths. All other calls are never stored (design, settled 8). */
const savedPaths: readonly string[] = [
  '/api/course',
  '/api/course/byCategory',
  '/api/booking-groups/settings',
  '/api/departments',
  '/wp-json/wp/v2/posts',
];
const savedFolders: readonly string[] = ['/api/cms/', '/wp-json/wp/v2/posts/'];

/** Whether the answer of a GET may be stored on the device. */
export function isSavedCall({ pathname }: { pathname: string }): boolean {
  return savedPaths.includes(pathname) || savedFolders.some((folder) => pathname.startsWith(folder));
}

/** Whether an address is one of the academy's pictures. */
export function isSavedPicture({ pathname }: { pathname: string }): boolean {
  return pathname.startsWith('/media/');
}

/** Address under which an answer is stored: the query's parts in one order, whoever built them. */
export function savedKey(address: string): string {
  const url = new URL(address);
  url.searchParams.sort();
  url.hash = '';
  return url.href;
}

/** Addresses that are no page of the app although a browser may open them; tested against path and query. */
export const notPages: RegExp[] = [
  /^\/(api|sandbox|wp-json|media)(\/|\?|$)/,
  // A file: the last part of the path has an extension. A dot in the query (an e-mail) says nothing.
  /^[^?]*\.[a-z0-9]{1,12}(\?|$)/i,
];
