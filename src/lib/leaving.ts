/**
 * After `beforeunload`, the page counts as being left for this many milliseconds. The time is limited because a
 * download fires this event too, and then the page stays open.
 */
const longestLeaveMs = 10_000;
let leftAt = Number.NEGATIVE_INFINITY;

/**
 * Records the time at which the student opens another page, for `isLeaving`. Until that page arrives, this one is
 * shown.
 */
export function watchLeaving(page: Window): void {
  page.addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });
  page.addEventListener('pageshow', () => {
    leftAt = Number.NEGATIVE_INFINITY;
  });
}

/**
 * Whether another page is being opened in place of this one. Firefox then cancels the requests of this page, so their
 * errors mean nothing.
 */
export const isLeaving = () => performance.now() - leftAt < longestLeaveMs;
