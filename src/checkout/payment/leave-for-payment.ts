/**
 * Matches a `checkout_url` that names a Cashfree payment session, which Cashfree's script opens. Any other
 * `checkout_url` is the address of a payment page, to which the browser navigates.
 */
const cashfreeSession = /^cashfree:(sandbox|production)\?session=(.+)$/;

/**
 * Opens the payment page (`checkout_url` of `createOrder`) in place of this page. Rejects if the payment page cannot be
 * opened, or if the student returns here by the Back button. Resolves only if Cashfree's script reports that the
 * student has finished, or refuses the payment session.
 */
export function leaveForPayment(url: string, signal: AbortSignal): Promise<void> {
  const left = new Promise<void>((_, reject) => {
    const onReturn = (event: PageTransitionEvent) => {
      if (event.persisted) reject(new Error('the payment page was left'));
    };
    window.addEventListener('pageshow', onReturn, { signal });
  });
  const [, mode, session] = cashfreeSession.exec(url) ?? [];
  if (!mode || !session) {
    location.assign(url);
    return left;
  }
  const opened = openByScript(mode === 'production' ? mode : 'sandbox', decodeURIComponent(session));
  return Promise.race([left, opened.then((isFinished) => (isFinished ? undefined : left))]);
}

/** Opens Cashfree's payment page. The module for that is loaded only when it is needed. */
async function openByScript(mode: 'sandbox' | 'production', sessionId: string): Promise<boolean> {
  const { openCashfree } = await import('./cashfree-checkout.ts');
  return openCashfree(mode, sessionId);
}
