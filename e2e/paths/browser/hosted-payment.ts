import type { Page } from '@playwright/test';

type PaymentWindow = { endPathPayment?: (isFinished: boolean) => void };

const script = `window.Cashfree = () => ({ checkout: () => new Promise((resolve) => {
  window.endPathPayment = (isFinished) => resolve(isFinished ? { paymentDetails: {} } : { error: { message: 'refused by the path' } });
}) });`;

/**
 * The payment page in place of this one, as the provider's script opens it: the path says when it ends. What the payment
 * comes to is decided at the sandbox's own payment page, whose session the server gave.
 */
export class HostedPayment {
  readonly #page: Page;
  #address = '';

  constructor(page: Page) {
    this.#page = page;
  }

  async install(): Promise<void> {
    await this.#page.route('https://sdk.cashfree.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
  }

  /** The answer to an order with the provider's script as the way to pay; or with nothing left to pay. */
  opened(body: Record<string, unknown>, isCompleted: boolean): unknown {
    this.#address = String(body.checkout_url);
    return { ...body, checkout_url: 'cashfree:sandbox?session=path', ...(isCompleted ? { data: '' } : {}) };
  }

  /** The payment page says that it is finished, or that it could not be opened. */
  async end(isFinished: boolean): Promise<void> {
    await this.#page.waitForFunction(() => (window as PaymentWindow).endPathPayment !== undefined);
    await this.#page.evaluate((finished) => {
      (window as PaymentWindow).endPathPayment?.(finished);
      delete (window as PaymentWindow).endPathPayment;
    }, isFinished);
  }

  /** Presses a button of the sandbox's payment page. */
  async decide(choice: 'pay' | 'decline'): Promise<void> {
    const { pathname } = new URL(this.#address, this.#page.url());
    await this.#page.request.post(`${pathname}/${choice}`, { maxRedirects: 0 });
  }
}
