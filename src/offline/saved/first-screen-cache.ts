/**
 * Cache with the first screens of public pages, by path: the HTML of the shell with the last content of the page in
 * place of the skeleton. `src/app/save-first-screen.ts` writes the cache, the service worker reads it.
 */
export const firstScreenCache = 'landfall-first-screens';
