let last: Promise<void> = Promise.resolve();

/**
 * Resolves when the next step of rendering a page may run: one step per turn of the event loop, so that the process
 * handles other requests in between. Otherwise many page requests at once would delay every API call until the last
 * page is rendered.
 */
export function waitForTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setTimeout(resolve)));
  return last;
}
