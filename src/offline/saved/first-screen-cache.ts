/**
 * Cache with the first screens of public pages, by path: the shell's HTML with what the page last showed in place of
 * the skeleton. `src/app/save-first-screen.ts` writes it, the service worker reads it.
 */
export const firstScreenCache = 'landfall-first-screens';
