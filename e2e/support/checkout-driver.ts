import { expect, type Locator } from '@playwright/test';
import { paths } from '../../contract/pages.ts';
import type { RestingStateName } from '../../lab/chart/chart.ts';
import type { checkoutMachine } from '../../machines/checkout.machine.ts';
import type { CallInterceptor } from './browser/call-interceptor.ts';
import type { Checkout } from './screens/checkout.ts';
import { Screen } from './screens/screen.ts';
import type { BookedCourse, BookingApi } from './site/booking-api.ts';

const create = ['POST', /\/api\/orders\/create$/] as const;
const update = ['GET', /\/api\/orders\/update$/] as const;
const saving = ['PUT', /\/api\/users\/student\/[^/]+$/] as const;
const profile = ['GET', /\/api\/users\/student$/] as const;
const cart = ['GET', /\/api\/cart$/] as const;
const swap = ['PUT', /\/api\/cart\/batch$/] as const;
const payment = ['GET', /^\/sandbox\/pay\/[^/]+$/] as const;

/**
 * What `CheckoutDriver` needs. `booked`: the course in the cart. `lastName`: what the student types into the details
 * form.
 */
export type CheckoutDeps = { booking: BookingApi; calls: CallInterceptor; booked: BookedCourse; lastName: string };

/** Brings a student's checkout into any of its states. */
export class CheckoutDriver extends Screen {
  readonly deps: CheckoutDeps;
  #paymentPage = '';

  constructor(checkout: Checkout, deps: CheckoutDeps) {
    super(checkout.page);
    this.deps = deps;
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

  async editsDetails(): Promise<void> {
    await this.opensDetails();
    await this.button('Edit').click();
    await this.lastName.fill(this.deps.lastName);
  }

  async savesDetails(): Promise<void> {
    await this.editsDetails();
    await this.button('Save').click();
  }

  async opensReview(): Promise<void> {
    await this.page.goto(paths.checkout);
    await this.page.getByRole('checkbox', { name: /accept the booking terms/ }).check();
  }

  async placesOrder(): Promise<void> {
    await this.opensReview();
    await this.button('Proceed to Payment').click();
  }

  async placesOrderOffline(): Promise<void> {
    await this.opensReview();
    // Wait for calls in progress: a response that arrives after the network is cut would tell the page that the server
    // can be reached.
    await this.page.waitForLoadState('networkidle');
    await this.page.context().setOffline(true);
    await this.seesItIsOffline();
    await this.button('Proceed to Payment').click();
    await expect(this.notice('Waiting for the connection')).toBeVisible();
  }

  async reachesChangedCart(): Promise<void> {
    await this.opensReview();
    await this.deps.booking.swapsBatch(this.deps.booked);
    await this.button('Proceed to Payment').click();
  }

  async opensPaymentPage(): Promise<void> {
    await this.placesOrder();
    await expect(this.button('Pay')).toBeVisible();
    this.#paymentPage = this.page.url();
  }
}

export type CheckoutState = {
  reach: (checkout: CheckoutDriver) => Promise<void>;
  /**
   * The element by which a test recognizes a state of checkout. Undefined if the browser is leaving the page in that
   * state, because no test can then see it.
   */
  shownBy?: (checkout: CheckoutDriver) => Locator;
  /**
   * How a state of checkout changes what an update of the site does; undefined if it changes nothing. `critical`: the
   * update waits until the state is over. `covered`: a dialog covers the notice that offers the update.
   */
  update?: 'critical' | 'covered';
};

const detailsDialog = (checkout: CheckoutDriver) => checkout.button('Save');
const placingOrder = (checkout: CheckoutDriver) => checkout.notice('Placing your order and holding your seats…');

/**
 * The states of checkout that `checkoutStates` leaves out. In the final ones, nothing is left to be lost. The others
 * follow when the connection is lost at the details step, and show the same screens as their counterparts at the
 * review.
 */
type LeftOut =
  | 'confirmed'
  | 'refundDue'
  | 'abandoned'
  | 'information.waitingAtInformation'
  | 'information.comparingAtInformation'
  | 'information.askingAtInformation';

/** The states of checkout that a student can be in, by their names in the checkout machine. */
export const checkoutStates: Record<Exclude<RestingStateName<typeof checkoutMachine>, LeftOut>, CheckoutState> = {
  starting: {
    reach: async (checkout) => {
      await checkout.deps.calls.hold(...profile);
      await checkout.page.goto(paths.checkout);
    },
    shownBy: (checkout) => checkout.page.getByRole('heading', { level: 1, name: 'Checkout' }),
  },
  'information.loadingProfile': {
    reach: async (checkout) => {
      await checkout.deps.calls.hold(...profile);
      await checkout.opensDetails();
    },
    shownBy: (checkout) => checkout.page.getByRole('heading', { name: 'Review and Confirm Your Details' }),
  },
  'information.profileUnavailable': {
    reach: async (checkout) => {
      await checkout.deps.calls.refuse(...profile, 500, 'INTERNAL_ERROR');
      await checkout.opensDetails();
    },
    shownBy: (checkout) => checkout.notice('Your details could not be loaded.'),
  },
  'information.confirmingInformation': {
    reach: (checkout) => checkout.opensDetails(),
    shownBy: (checkout) => checkout.button('Proceed'),
  },
  'information.editingInformation.editing': {
    reach: (checkout) => checkout.editsDetails(),
    shownBy: detailsDialog,
    update: 'covered',
  },
  'information.editingInformation.profileConflict': {
    reach: async (checkout) => {
      await checkout.deps.calls.refuse(...saving, 409, 'USER_EXISTS');
      await checkout.savesDetails();
    },
    shownBy: detailsDialog,
    update: 'covered',
  },
  'information.editingInformation.profileNotSaved': {
    reach: async (checkout) => {
      await checkout.deps.calls.abort(...saving);
      await checkout.savesDetails();
    },
    shownBy: detailsDialog,
    update: 'covered',
  },
  'information.savingProfile': {
    reach: async (checkout) => {
      await checkout.deps.calls.hold(...saving);
      await checkout.savesDetails();
    },
    shownBy: (checkout) => checkout.lastName,
    update: 'covered',
  },
  'review.reviewing': {
    reach: (checkout) => checkout.opensReview(),
    shownBy: (checkout) => checkout.button('Proceed to Payment'),
  },
  'review.waitingAtReview': {
    reach: (checkout) => checkout.placesOrderOffline(),
    shownBy: (checkout) => checkout.notice('Waiting for the connection'),
  },
  'review.comparingAtReview': {
    reach: async (checkout) => {
      await checkout.placesOrderOffline();
      await checkout.deps.calls.hold(...cart);
      await checkout.page.context().setOffline(false);
    },
    shownBy: (checkout) => checkout.notice('Checking for changes…'),
  },
  'review.askingAtReview': {
    reach: async (checkout) => {
      await checkout.placesOrderOffline();
      await checkout.page.context().setOffline(false);
    },
    shownBy: (checkout) => checkout.notice('The connection is back. Continue your booking?'),
  },
  'review.creatingOrder': {
    reach: async (checkout) => {
      await checkout.deps.calls.hold(...create);
      await checkout.placesOrder();
    },
    shownBy: placingOrder,
    update: 'critical',
  },
  'review.cartChanged': {
    reach: (checkout) => checkout.reachesChangedCart(),
    shownBy: (checkout) => checkout.notice('Your order has changed'),
  },
  'review.changingLine': {
    reach: async (checkout) => {
      await checkout.reachesChangedCart();
      await checkout.deps.calls.hold(...swap);
      const batch = checkout.page.getByRole('combobox', { name: /^Batch of/ });
      await batch.selectOption(String(checkout.deps.booked.batchId));
      await expect(checkout.notice('Changing your order…')).toBeVisible();
    },
    // Recognize `changingLine` by the list of changes, not by the text "Changing your order…": the test holds the call
    // back, and the text disappears when the call times out.
    shownBy: (checkout) => checkout.notice('What changed'),
  },
  'review.orderRefused': {
    reach: async (checkout) => {
      await checkout.deps.calls.refuse(...create, 409, 'PROVIDER_UNAVAILABLE');
      await checkout.placesOrder();
    },
    shownBy: (checkout) => checkout.button('Back to your order'),
  },
  'review.confirmingClashes': {
    reach: async (checkout) => {
      await checkout.deps.calls.refuse(...create, 409, 'DATES_CLASH', { clashes: [] });
      await checkout.placesOrder();
    },
    shownBy: (checkout) => checkout.page.getByRole('checkbox', { name: 'Book these dates anyway' }),
  },
  'review.choosingContact': {
    reach: async (checkout) => {
      await checkout.deps.calls.refuse(...create, 403, 'CONTACT_NOT_VERIFIED');
      await checkout.placesOrder();
    },
    shownBy: (checkout) => checkout.button(/^Code by email/),
  },
  'review.verifyingContact': {
    reach: async (checkout) => {
      await checkout.deps.calls.refuse(...create, 403, 'CONTACT_NOT_VERIFIED');
      await checkout.placesOrder();
      await checkout.button(/^Code by email/).click();
    },
    shownBy: (checkout) => checkout.page.getByLabel('Digit 1 of 6'),
  },
  'review.orderUnanswered': {
    reach: async (checkout) => {
      await checkout.deps.calls.abort(...create);
      await checkout.placesOrder();
    },
    shownBy: (checkout) => checkout.notice('We do not know yet whether your order was placed'),
  },
  'review.redirecting': {
    reach: async (checkout) => {
      await checkout.deps.calls.hold(...payment);
      await checkout.placesOrder();
      await checkout.deps.calls.firstHeld;
    },
    update: 'critical',
  },
  'review.paymentNotOpened': {
    reach: async (checkout) => {
      await checkout.opensPaymentPage();
      await checkout.page.goBack();
    },
    shownBy: (checkout) => checkout.notice('Your payment is not finished'),
  },
  'payment.checkingPayment': {
    reach: async (checkout) => {
      await checkout.opensPaymentPage();
      await checkout.deps.calls.hold(...update);
      await checkout.button('Pay').click();
    },
    shownBy: (checkout) => checkout.page.getByRole('heading', { level: 1, name: 'Checking your payment' }),
    update: 'critical',
  },
  'payment.awaitingPayment.paymentPending': {
    reach: async (checkout) => {
      await checkout.opensPaymentPage();
      await checkout.button('Leave pending').click();
    },
    shownBy: (checkout) => checkout.notice('Payment pending, do not pay again'),
  },
  'payment.awaitingPayment.paymentNotSeen': {
    reach: async (checkout) => {
      await checkout.opensPaymentPage();
      await checkout.page.goto(await checkout.deps.booking.confirmationPath());
    },
    shownBy: (checkout) => checkout.notice('No payment has reached us yet'),
  },
  'payment.awaitingPayment.paymentUnanswered': {
    reach: async (checkout) => {
      await checkout.opensPaymentPage();
      await checkout.deps.calls.refuse(...update, 503, 'UNAVAILABLE');
      await checkout.button('Pay').click();
    },
    shownBy: (checkout) => checkout.button('Recheck Payment'),
  },
  'payment.paymentUnknown': {
    reach: async (checkout) => {
      await checkout.page.goto(`${paths.checkoutConfirmation}/LF-2026-999999-1`);
    },
    shownBy: (checkout) => checkout.notice('We could not find this payment'),
  },
  'payment.declined': {
    reach: async (checkout) => {
      await checkout.opensPaymentPage();
      await checkout.button('Decline').click();
    },
    shownBy: (checkout) => checkout.notice('Your payment was declined'),
  },
};

/** Completes the booking from any state: presses whichever button leads on, until the confirmation is shown. */
export async function finishBooking(checkout: CheckoutDriver): Promise<void> {
  const { page } = checkout;
  const thanks = page.getByRole('heading', { level: 1, name: 'Thank You' });
  const steps = [
    checkout.button('Pay'),
    checkout.page
      .getByRole('region', { name: 'Verify your contact' })
      .getByRole('button', { name: 'Back', exact: true }),
    checkout.button('Back to the form'),
    checkout.button('Save'),
    checkout.button('Accept the changes'),
    checkout.button('Continue'),
    page.getByRole('checkbox', { name: /accept the booking terms/, checked: false }),
    ...['Proceed to Payment', 'Proceed', 'Open the payment page', 'Back to your order', 'Try again'].map((name) =>
      checkout.button(name),
    ),
  ];
  // Returns at once whether the button is enabled. A check that waits for the button might time out every time on a
  // busy machine, and then no button would be pressed.
  const isEnabled = (step: Locator) => {
    const enabled = step.and(page.locator(':enabled'));
    return enabled.isVisible().catch(() => false);
  };
  await expect(async () => {
    if (await thanks.isVisible()) return;
    if (await checkout.notice('Payment pending, do not pay again').isVisible()) await page.goto(checkout.paymentPage);
    if (await checkout.notice('We could not find this payment').isVisible()) await checkout.opensDetails();
    for (const step of steps) if (await isEnabled(step)) await step.click({ timeout: 2000 }).catch(() => {});
    await expect(thanks).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 90_000 });
}
