const mostKept = 5;
const early: unknown[] = [];
let tell = (error: unknown): void => {
  if (early.length < mostKept) early.push(error);
};

/** An error that nobody caught, or that a page's boundary did. Those of the start wait until somebody hears them. */
export function noteError(error: unknown): void {
  tell(error);
}

export function hearErrors(listener: (error: unknown) => void): void {
  tell = listener;
  for (const error of early.splice(0)) listener(error);
}

/** Before anything else runs. */
export function catchErrors(page: Window): void {
  page.addEventListener('error', (event) => noteError(event.error ?? event.message));
  page.addEventListener('unhandledrejection', (event) => noteError(event.reason));
}
