let isStarted = false;

/**
 * Registers the service worker of the console, which lets it open without a connection. The browser checks for a new
 * version at each visit. Without a service worker (private windows of some browsers) rosters need a connection to open.
 */
export function startStaffWorker(): void {
  if (isStarted) return;
  isStarted = true;
  navigator.serviceWorker?.register('/staff-sw.js', { scope: '/staff', updateViaCache: 'none' }).catch(() => {});
}
