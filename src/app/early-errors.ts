const maxEarlyErrors = 5;
const early: unknown[] = [];
let notify = (error: unknown): void => {
  if (early.length < maxEarlyErrors) early.push(error);
};

/**
 * Handles an uncaught error, or one that an error boundary caught. Errors are queued until `listenForErrors` is called.
 */
export function handleError(error: unknown): void {
  notify(error);
}

/** Passes the queued errors to the listener, and after that every new error. */
export function listenForErrors(listener: (error: unknown) => void): void {
  notify = listener;
  for (const error of early.splice(0)) listener(error);
}

/** Starts handling uncaught errors and unhandled rejections. Call it before any other code runs. */
export function catchErrors(page: Window): void {
  page.addEventListener('error', (event) => handleError(event.error ?? event.message));
  page.addEventListener('unhandledrejection', (event) => handleError(event.reason));
}

/** Returns the handler of errors that React recovers from while it hydrates `page`. Call it when hydration starts. */
export function createHydrationErrorHandler(page: Pick<Window, 'location' | 'reportError'>): (error: unknown) => void {
  const { href } = page.location;
  return (error) => {
    // If the visitor navigates during hydration, React reports an error and renders the next page from scratch. Ignore
    // that error.
    if (page.location.href === href) page.reportError(error);
  };
}
