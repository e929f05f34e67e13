/**
 * Leaves for the payment page. Never resolves, since the page goes; rejects when the browser's Back brings it back from its
 * memory, so that checkout can ask how the payment ended.
 */
export function leaveForPayment(url: string, signal: AbortSignal): Promise<void> {
  return new Promise((_, reject) => {
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) reject(new Error('the payment page was left'));
    };
    window.addEventListener('pageshow', comeBack, { signal });
    location.assign(url);
  });
}
