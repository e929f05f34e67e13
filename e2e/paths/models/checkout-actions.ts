import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import {
  type BookingGroup,
  bookingGroupSchema,
  getBookingSettings,
  listBookingPage,
} from '../../../contract/booking.ts';
import { addToCart, type Cart, getCart, removeFromCart } from '../../../contract/cart.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { clientHeader, clientName, idempotencyHeader } from '../../../contract/headers.ts';
import { createOrder } from '../../../contract/orders.ts';
import type { PathEvent } from '../../../lab/path-file.ts';
import { isSelectable } from '../../../machines/batch-rules.ts';
import { SignIn } from '../../support/screens/sign-in.ts';
import { readCode } from '../../support/site/sandbox-outbox.ts';
import { asha } from '../../support/site/students.ts';
import { moveClockAhead } from '../held-timers.ts';
import type { NetworkSwitch } from '../network-switch.ts';
import { chooseOther } from './booking-page.ts';
import type { Stage } from './page-model.ts';

type CartItem = { course_id: number; batch_id: number };
type AppWindow = {
  __TSR_ROUTER__: {
    navigate: (to: { to: string }) => Promise<void>;
    preloadRoute: (to: { to: string }) => Promise<unknown>;
  };
};
const headers = () => ({ [clientHeader]: clientName, [idempotencyHeader]: randomUUID() });

/**
 * Sets up a student with one course in the cart, and performs what the student and the academy's staff do during
 * checkout.
 */
export class CheckoutActions {
  readonly #stage: Stage;
  readonly #network: NetworkSwitch;
  #item: CartItem = { course_id: 0, batch_id: 0 };
  #student = '';

  constructor(stage: Stage, network: NetworkSwitch) {
    this.#stage = stage;
    this.#network = network;
  }

  async prepare(): Promise<void> {
    const { page } = this.#stage;
    this.#student = await new SignIn(page).byApi(asha);
    const { items } = await this.#cart();
    for (const { type, id } of items) {
      const payload = { item_type: type, [type === 'course' ? 'course_id' : 'package_id']: id };
      await page.request.delete(removeFromCart.url, { data: payload, headers: headers() });
    }
    const response = await page.request.get(`${listBookingPage.url}?courseType=individual`);
    const { data } = listBookingPage.answers[200].parse(await response.json());
    await this.#addCourse(bookingGroupSchema.array().parse(data));
  }

  /** Places an order through the API, as if the student had pressed Proceed to Payment. */
  async placeOrder(): Promise<Answer<typeof createOrder>> {
    const { request } = this.#stage.page;
    const settings = getBookingSettings.answers[200].parse(await (await request.get(getBookingSettings.url)).json());
    const query = new URLSearchParams({ id: this.#student, redirect_url: '/course-booking/checkout/confirmation' });
    const data = { terms_version: settings.data.terms_version };
    const placed = await request.post(`${createOrder.url}?${query}`, { data, headers: headers() });
    return createOrder.answers[200].parse(await placed.json());
  }

  /** Cuts the connection on the cart page, then opens the checkout by client-side navigation. */
  async arriveOffline(path: string): Promise<void> {
    const { page } = this.#stage;
    await page.goto('/course-booking/details?record=quiet');
    await page.getByRole('heading', { level: 1, name: 'Your cart' }).waitFor();
    await page.evaluate((to) => (window as unknown as AppWindow).__TSR_ROUTER__.preloadRoute({ to }), path);
    await this.#network.cut();
    await page.getByRole('status').filter({ hasText: 'You are offline.' }).first().waitFor();
    await this.goTo(path);
  }

  /** Navigates to a path of the site without loading a new document, as the Back button and links do. */
  async goTo(path: string): Promise<void> {
    const { page } = this.#stage;
    await page.evaluate((to) => (window as unknown as AppWindow).__TSR_ROUTER__.navigate({ to }), path);
  }

  async act(event: PathEvent): Promise<void> {
    const { page } = this.#stage;
    const { type } = event;
    const press = (name: string | RegExp) =>
      page.getByRole('button', { name }).filter({ visible: true }).first().click();
    if (type === 'terms.accept') return page.getByRole('checkbox', { name: /accept the booking terms/ }).check();
    if (type === 'terms.withdraw') return page.getByRole('checkbox', { name: /accept the booking terms/ }).uncheck();
    if (type === 'information.save') return this.#save();
    if (type === 'information.cancel') return this.#cancel();
    // Do nothing, because the review screen sends `cart.updated` by itself.
    if (type === 'cart.updated') return;
    if (type === 'line.change') return this.#swap();
    if (type === 'clashes.confirm') {
      await page.getByRole('checkbox', { name: 'Book these dates anyway' }).check();
      return press('Proceed to Payment');
    }
    if (type === 'contact.verified') return this.#enterCode();
    const buttons: Record<string, string | RegExp> = {
      'information.retry': 'Try again',
      'information.edit': /^Edit$/,
      'information.open': 'Complete your details',
      'information.proceed': /^Proceed$/,
      'order.place': 'Proceed to Payment',
      'order.retry': 'Try again',
      'changes.accept': /^(Accept the changes|Continue)$/,
      'review.return': 'Back to your order',
      'contact.choose': /^Code by WhatsApp/,
      'contact.back': /^Back$/,
      'payment.open': /^(Open the payment page|Check the payment)$/,
      'payment.recheck': /^(Recheck Payment|I have paid, check again)$/,
      'payment.again': /^(Try again|Back to your order)$/,
      'checkout.continue': 'Continue',
      'checkout.leave': 'Back to cart',
    };
    const name = buttons[type];
    if (!name) throw new Error(`cannot cause ${type}`);
    return press(name);
  }

  /** Enters the one-time code that the sandbox has sent. */
  async #enterCode(): Promise<void> {
    const { page } = this.#stage;
    const first = page.getByLabel('Digit 1 of 6');
    await first.waitFor();
    await first.click();
    await page.keyboard.type(await readCode(page, `91${asha.mobile}`));
    await page.getByRole('button', { name: 'Verify' }).click();
  }

  /** Returns a profile response without the date of birth, which a booking requires. */
  withoutBirthDate(body: Record<string, unknown>): unknown {
    const { data } = body as { data: { users: Array<Record<string, unknown>> } };
    return { ...body, data: { users: data.users.map((user) => ({ ...user, dob: null })) } };
  }

  /** Returns a cart response with a higher total. */
  withHigherTotal(body: Record<string, unknown>): unknown {
    const { data } = body as { data: Cart };
    return { ...body, data: { ...data, totals: { ...data.totals, total: data.totals.total + 500 } } };
  }

  async #cart(): Promise<Cart> {
    const response = await this.#stage.page.request.get(getCart.url);
    return getCart.answers[200].parse(await response.json()).data;
  }

  /**
   * Adds to the cart a course that has at least four available batches and that the server accepts, because the student
   * has not booked it yet.
   */
  async #addCourse(groups: readonly BookingGroup[]): Promise<void> {
    for (const { id, batches } of groups.flatMap(({ courses }) => courses)) {
      const open = batches.filter(isSelectable);
      const [first] = open;
      if (!first || open.length < 4) continue;
      this.#item = { course_id: id, batch_id: first.id };
      const data = { type: 'course', ...this.#item };
      const response = await this.#stage.page.request.post(addToCart.url, { data, headers: headers() });
      if (response.ok()) return;
    }
    throw new Error('no course can be added to the cart');
  }

  /** Closes the message about another student with the same email or number, if it is open, and returns the form. */
  async #reachForm(): Promise<Locator> {
    const { page } = this.#stage;
    const conflict = page.getByRole('dialog', { name: 'Conflict' });
    if (await conflict.isVisible()) await conflict.getByRole('button').last().click();
    return page.getByRole('form', { name: 'Your details' });
  }

  async #save(): Promise<void> {
    const form = await this.#reachForm();
    await form.getByLabel('First name').fill('Asha');
    // On some paths the profile lacks the date of birth, which a booking requires.
    for (const [part, value] of Object.entries({ Day: '14', Month: '6', Year: '1998' }))
      await form.getByLabel(part, { exact: true }).fill(value);
    await form.getByRole('button', { name: 'Save' }).click();
  }

  async #cancel(): Promise<void> {
    const form = await this.#reachForm();
    await form.getByRole('button', { name: 'Cancel' }).click();
    const dialog = this.#stage.page.getByRole('dialog', { name: 'Discard your changes?' });
    const isShown = await dialog.waitFor({ timeout: 700 }).then(
      () => true,
      () => false,
    );
    if (isShown) await dialog.getByRole('button', { name: /^Discard/ }).click();
  }

  /**
   * Closes the batch in the cart to new bookings, and moves the page's time ahead by six minutes. The review screen
   * then reloads the cart, because it does so after five minutes.
   */
  async sellOut(): Promise<void> {
    const { page, site } = this.#stage;
    const { items } = await this.#cart();
    await site.command('batches', 'close', String(items[0]?.course?.batch.id ?? this.#item.batch_id));
    await moveClockAhead(page, 360_000);
  }

  async #swap(): Promise<void> {
    await chooseOther(this.#stage.page.getByRole('combobox', { name: /^Batch of/ }).first());
  }
}
