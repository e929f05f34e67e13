/** Where an order is paid: a page to go to, or a session that the provider's own script opens. */
const hosted = /^cashfree:(sandbox|production)\?session=(.+)$/;

/**
 * Leaves for the payment page (`checkout_url` of `createOrder`). Never resolves while the page goes; rejects where the
 * page could not be opened, and when the browser's Back brings this one back from its memory, so that checkout can ask
 * how the payment ended.
 */
export function leaveForPayment(url: string, signal: AbortSignal): Promise<void> {
  const left = new Promise<void>((_, reject) => {
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) reject(new Error('the payment page was left'));
    };
    window.addEventListener('pageshow', comeBack, { signal });
  });
  const [, mode, session] = hosted.exec(url) ?? [];
  if (!mode || !session) {
    location.assign(url);
    return left;
  }
  const opened = openByScript(mode === 'production' ? mode : 'sandbox', decodeURIComponent(session));
  return Promise.race([left, opened.then((isFinished) => (isFinished ? undefined : left))]);
}

/** The provider's half is loaded when it is needed: who pays by another way never does. */
async function openByScript(mode: 'sandbox' | 'production', sessionId: string): Promise<boolean> {
  const { openCashfree } = await import('./cashfree-checkout.ts');
  return openCashfree(mode, sessionId);
}
