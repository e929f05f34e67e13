let last: Promise<void> = Promise.resolve();

/**
 * Await this before each step of rendering a page. It lets only one step run in each turn of the event loop, so that
 * many page requests at once do not delay the API calls until the last page is rendered.
 */
export function waitForTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setTimeout(resolve)));
  return last;
}
