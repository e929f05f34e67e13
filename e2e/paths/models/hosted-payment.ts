import type { Page } from '@playwright/test';

type PaymentWindow = { endPathPayment?: (isFinished: boolean) => void };

const script = `window.Cashfree = () => ({ checkout: () => new Promise((resolve) => {
  window.endPathPayment = (isFinished) => resolve(isFinished ? { paymentDetails: {} } : { error: { message: 'refused by the path' } });
}) });`;

/**
 * Replaces the payment provider's script, which opens the payment page. The path decides when that page ends. Payments are approved
 * or declined on the sandbox's payment page, to which the server's response refers.
 */
export class HostedPayment {
  readonly #page: Page;
  #paymentUrl = '';

  constructor(page: Page) {
    this.#page = page;
  }

  async install(): Promise<void> {
    await this.#page.route(/^https:\/\/sdk\.cashfree\.com\//, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
  }

  /** Changes the response to an order so that the page pays with the provider's script, or has nothing left to pay. */
  opened(body: Record<string, unknown>, isCompleted: boolean): unknown {
    this.#paymentUrl = String(body.checkout_url);
    return { ...body, checkout_url: 'cashfree:sandbox?session=path', ...(isCompleted ? { data: '' } : {}) };
  }

  /** Ends the payment page: it has finished, or it could not be opened. */
  async end(isFinished: boolean): Promise<void> {
    await this.#page.waitForFunction(() => (window as PaymentWindow).endPathPayment !== undefined);
    await this.#page.evaluate((finished) => {
      (window as PaymentWindow).endPathPayment?.(finished);
      delete (window as PaymentWindow).endPathPayment;
    }, isFinished);
  }

  /** Does the same as a button of the sandbox's payment page. */
  async decide(choice: 'pay' | 'decline'): Promise<void> {
    const { pathname } = new URL(this.#paymentUrl, this.#page.url());
    await this.#page.request.post(`${pathname}/${choice}`, { maxRedirects: 0 });
  }
}
