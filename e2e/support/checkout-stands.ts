import { expect, type Locator } from '@playwright/test';
import { paths } from '../../contract/pages.ts';
import type { Booked, Booker } from './booker.ts';
import type { Checkout } from './checkout.ts';
import type { HeldCalls } from './held-calls.ts';
import { Screen } from './screen.ts';

const create = ['POST', /\/api\/orders\/create$/] as const;
const update = ['GET', /\/api\/orders\/update$/] as const;
const saving = ['PUT', /\/api\/users\/student\/[^/]+$/] as const;
const profile = ['GET', /\/api\/users\/student$/] as const;
const cart = ['GET', /\/api\/cart$/] as const;
const swap = ['PUT', /\/api\/cart\/batch$/] as const;
const payment = ['GET', /^\/sandbox\/pay\/[^/]+$/] as const;

export type StandParts = { booker: Booker; calls: HeldCalls; booked: Booked; lastName: string };

/** A student who comes to stand in one state of checkout after another. */
export class Standing extends Screen {
  readonly parts: StandParts;
  #paymentPage = '';

  constructor(checkout: Checkout, parts: StandParts) {
    super(checkout.page);
    this.parts = parts;
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  notice(text: string | RegExp): Locator {
    return this.main.getByText(text).first();
  }

  get lastName(): Locator {
    return this.page.getByRole('form', { name: 'Your details' }).getByLabel('Last name');
  }

  get paymentPage(): string {
    return this.#paymentPage;
  }

  async opensDetails(): Promise<void> {
    await this.page.goto(paths.checkoutInformation);
  }

  async edits(): Promise<void> {
    await this.opensDetails();
    await this.button('Edit').click();
    await this.lastName.fill(this.parts.lastName);
  }

  async saves(): Promise<void> {
    await this.edits();
    await this.button('Save').click();
  }

  async reviews(): Promise<void> {
    await this.opensDetails();
    await this.button('Proceed').click();
    await this.page.getByRole('checkbox', { name: /accept the booking terms/ }).check();
  }

  async places(): Promise<void> {
    await this.reviews();
    await this.button('Proceed to Payment').click();
  }

  async placesOffline(): Promise<void> {
    await this.reviews();
    await this.page.context().setOffline(true);
    await this.seesItIsOffline();
    await this.button('Proceed to Payment').click();
    await expect(this.notice('Waiting for the connection')).toBeVisible();
  }

  async seesChanges(): Promise<void> {
    await this.reviews();
    await this.parts.booker.swapsElsewhere(this.parts.booked);
    await this.button('Proceed to Payment').click();
  }

  async comesToPay(): Promise<void> {
    await this.places();
    await expect(this.button('Pay')).toBeVisible();
    this.#paymentPage = this.page.url();
  }
}

export type Stand = {
  reach: (standing: Standing) => Promise<void>;
  /** What is to be seen of the state; absent where the page is leaving, which shows itself to no test any more. */
  sign?: (standing: Standing) => Locator;
  /** `critical`: an update waits for its end. `covered`: a sheet lies over the page, and over what it says of updates. */
  update?: 'critical' | 'covered';
};

const overlay = (standing: Standing) => standing.button('Save');
const placing = (standing: Standing) => standing.notice('Placing your order and holding your seats…');

/** Every state of checkout in which a student can be, by its name in the machine. */
export const stands: Record<string, Stand> = {
  loadingProfile: {
    reach: async (one) => {
      await one.parts.calls.hold(...profile);
      await one.opensDetails();
    },
    sign: (one) => one.page.getByRole('heading', { name: 'Review and Confirm Your Details' }),
  },
  profileUnavailable: {
    reach: async (one) => {
      await one.parts.calls.refuse(...profile, 500, 'INTERNAL_ERROR');
      await one.opensDetails();
    },
    sign: (one) => one.notice('Your details could not be loaded.'),
  },
  confirmingInformation: { reach: (one) => one.opensDetails(), sign: (one) => one.button('Proceed') },
  'editingInformation.editing': { reach: (one) => one.edits(), sign: overlay, update: 'covered' },
  'editingInformation.profileConflict': {
    reach: async (one) => {
      await one.parts.calls.refuse(...saving, 409, 'USER_EXISTS');
      await one.saves();
    },
    sign: overlay,
    update: 'covered',
  },
  'editingInformation.profileNotSaved': {
    reach: async (one) => {
      await one.parts.calls.lose(...saving);
      await one.saves();
    },
    sign: overlay,
    update: 'covered',
  },
  savingProfile: {
    reach: async (one) => {
      await one.parts.calls.hold(...saving);
      await one.saves();
    },
    sign: (one) => one.lastName,
    update: 'covered',
  },
  reviewing: { reach: (one) => one.reviews(), sign: (one) => one.button('Proceed to Payment') },
  waitingForConnection: {
    reach: (one) => one.placesOffline(),
    sign: (one) => one.notice('Waiting for the connection'),
  },
  comparingCart: {
    reach: async (one) => {
      await one.placesOffline();
      await one.parts.calls.hold(...cart);
      await one.page.context().setOffline(false);
    },
    sign: (one) => one.notice('Looking for what has changed meanwhile…'),
  },
  askingToContinue: {
    reach: async (one) => {
      await one.placesOffline();
      await one.page.context().setOffline(false);
    },
    sign: (one) => one.notice('The connection is back. Continue your booking?'),
  },
  creatingOrder: {
    reach: async (one) => {
      await one.parts.calls.hold(...create);
      await one.places();
    },
    sign: placing,
    update: 'critical',
  },
  cartChanged: { reach: (one) => one.seesChanges(), sign: (one) => one.notice('Your order has changed') },
  changingLine: {
    reach: async (one) => {
      await one.seesChanges();
      await one.parts.calls.hold(...swap);
      const batch = one.page.getByRole('combobox', { name: /^Batch of/ });
      await batch.selectOption(String(one.parts.booked.batchId));
      await expect(one.notice('Changing your order…')).toBeVisible();
    },
    // A call that hangs for long is given up, and the list says so.
    sign: (one) => one.notice('What changed'),
  },
  orderRefused: {
    reach: async (one) => {
      await one.parts.calls.refuse(...create, 409, 'PROVIDER_UNAVAILABLE');
      await one.places();
    },
    sign: (one) => one.button('Back to your order'),
  },
  orderUnanswered: {
    reach: async (one) => {
      await one.parts.calls.lose(...create);
      await one.places();
    },
    sign: (one) => one.notice('We do not know yet whether your order arrived'),
  },
  redirecting: {
    reach: async (one) => {
      await one.parts.calls.hold(...payment);
      await one.places();
      await one.parts.calls.arrived;
    },
    update: 'critical',
  },
  paymentNotOpened: {
    reach: async (one) => {
      await one.comesToPay();
      await one.page.goBack();
    },
    sign: (one) => one.notice('Your payment is not finished'),
  },
  checkingPayment: {
    reach: async (one) => {
      await one.comesToPay();
      await one.parts.calls.hold(...update);
      await one.button('Pay').click();
    },
    sign: (one) => one.page.getByRole('heading', { level: 1, name: 'Checking your payment' }),
    update: 'critical',
  },
  'awaitingPayment.paymentPending': {
    reach: async (one) => {
      await one.comesToPay();
      await one.button('Leave pending').click();
    },
    sign: (one) => one.notice('Payment pending, do not pay again'),
  },
  'awaitingPayment.paymentNotSeen': {
    reach: async (one) => {
      await one.comesToPay();
      await one.page.goto(await one.parts.booker.confirmationPath());
    },
    sign: (one) => one.notice('No payment has reached us yet'),
  },
  'awaitingPayment.paymentUnanswered': {
    reach: async (one) => {
      await one.comesToPay();
      await one.parts.calls.refuse(...update, 503, 'UNAVAILABLE');
      await one.button('Pay').click();
    },
    sign: (one) => one.button('Recheck Payment'),
  },
  paymentUnknown: {
    reach: async (one) => {
      await one.page.goto(`${paths.checkoutConfirmation}/LF-2026-999999-1`);
    },
    sign: (one) => one.notice('We know no such payment'),
  },
  declined: {
    reach: async (one) => {
      await one.comesToPay();
      await one.button('Decline').click();
    },
    sign: (one) => one.notice('Your payment was declined'),
  },
};

/** Does what the screen asks for next, whatever state it stands in, until the booking is confirmed. */
export async function finishes(standing: Standing): Promise<void> {
  const { page } = standing;
  const thanks = page.getByRole('heading', { level: 1, name: 'Thank You' });
  const steps = [
    standing.button('Pay'),
    standing.button('Back to the form'),
    standing.button('Save'),
    standing.button('Accept the changes'),
    standing.button('Continue'),
    page.getByRole('checkbox', { name: /accept the booking terms/, checked: false }),
    ...['Proceed to Payment', 'Proceed', 'Open the payment page', 'Back to your order', 'Try again'].map((name) =>
      standing.button(name),
    ),
  ];
  await expect(async () => {
    if (await thanks.isVisible()) return;
    if (await standing.notice('Payment pending, do not pay again').isVisible()) await page.goto(standing.paymentPage);
    if (await standing.notice('We know no such payment').isVisible()) await standing.opensDetails();
    for (const step of steps)
      if (await step.isEnabled({ timeout: 100 }).catch(() => false))
        await step.click({ timeout: 2000 }).catch(() => {});
    await expect(thanks).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 90_000 });
}
