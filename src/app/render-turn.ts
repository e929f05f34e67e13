let last: Promise<void> = Promise.resolve();

/**
 * Waits for the turn to begin a page, or to draw it: one after the other, and what else the process was asked is answered in
 * between. Many pages that are asked at once would otherwise hold up every other call until the last of them is drawn.
 */
export function takeTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setTimeout(resolve)));
  return last;
}
