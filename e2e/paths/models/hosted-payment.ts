import type { Page } from '@playwright/test';

type PaymentWindow = { endPathPayment?: (isFinished: boolean) => void };

const script = `window.Cashfree = () => ({ checkout: () => new Promise((resolve, reject) => {
  window.endPathPayment = (isFinished) => isFinished ? resolve({ paymentDetails: {} }) : reject(new Error('failed by the path'));
}) });`;

/**
 * A stand-in for the payment provider's script, which opens the provider's payment page. The stand-in opens no page:
 * the replayed path decides when the visit to the page ends, and how. `decide` approves or declines the payment on the
 * sandbox's payment page, at the URL that the server returned with the order.
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

  /**
   * Changes the response to a placed order so that the page pays through the provider's script. `outcome` changes the
   * response further: with `completed`, nothing is left to pay; with `ended`, the seats are no longer held.
   */
  opened(body: Record<string, unknown>, outcome = ''): unknown {
    this.#paymentUrl = String(body.checkout_url);
    const changes: Record<string, object> = {
      completed: { data: '' },
      ended: { held_until: new Date(0).toISOString() },
    };
    return { ...body, checkout_url: 'cashfree:sandbox?session=path', ...changes[outcome] };
  }

  /**
   * Ends the visit to the payment page. `isFinished`: true if the student came back from the page, false if the page
   * could not be opened.
   */
  async end(isFinished: boolean): Promise<void> {
    await this.#page.waitForFunction(() => (window as PaymentWindow).endPathPayment !== undefined);
    await this.#page.evaluate((finished) => {
      (window as PaymentWindow).endPathPayment?.(finished);
      delete (window as PaymentWindow).endPathPayment;
    }, isFinished);
  }

  /** Approves or declines the payment, as the buttons of the sandbox's payment page do. */
  async decide(choice: 'pay' | 'decline'): Promise<void> {
    const { pathname } = new URL(this.#paymentUrl, this.#page.url());
    await this.#page.request.post(`${pathname}/${choice}`, { maxRedirects: 0 });
  }
}
