let isStarted = false;

/**
 * Registers the console's service worker, which lets the console open without a connection. At each visit, the browser
 * checks for a new version of it. Where service workers are not available, as in private windows of some browsers,
 * rosters can be opened only online.
 */
export function startStaffWorker(): void {
  if (isStarted) return;
  isStarted = true;
  navigator.serviceWorker?.register('/staff-sw.js', { scope: '/staff', updateViaCache: 'none' }).catch(() => {});
}
