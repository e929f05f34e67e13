import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { type BookingGroup, bookingGroupSchema, listBookingPage } from '../../../contract/booking.ts';
import type { BookingTab } from '../../../contract/booking-tabs.ts';
import { type Cart, getCart, removeFromCart } from '../../../contract/cart.ts';
import { clientHeader, clientName, idempotencyHeader, sessionHintCookie } from '../../../contract/headers.ts';
import { addedReset } from '../../../contract/limits.ts';
import { paths } from '../../../contract/pages.ts';
import { SignIn } from '../../support/screens/sign-in.ts';
import { meera } from '../../support/site/students.ts';
import { holdTimers } from '../held-timers.ts';

type Offers = { data: BookingGroup[] };
/** A function that changes the courses and packages in the server's response before the page gets the response. */
type ChangeOffers = (groups: BookingGroup[]) => void;
/** The course or package that a test path adds to the cart. */
type Item = { type: 'course' | 'package'; id: number };

const idFields = { course: 'course_id', package: 'package_id' } as const;

/**
 * Operates Book Online as a signed-in student. Leaves the item that a test path adds out of every cart that the page
 * receives, so that each path can add it again.
 */
export class BookingPage {
  readonly page: Page;
  #changeOffers: ChangeOffers = () => {};
  #search = '';
  #item: Item = { type: 'course', id: 0 };

  constructor(page: Page) {
    this.page = page;
  }

  /** Requests from the server the courses and packages that a tab of Book Online shows. */
  async readOffers(tab: BookingTab): Promise<BookingGroup[]> {
    const response = await this.page.request.get(`${listBookingPage.url}?courseType=${tab}`);
    const { data } = listBookingPage.answers[200].parse(await response.json());
    return bookingGroupSchema.array().parse(data);
  }

  async signIn(): Promise<void> {
    await new SignIn(this.page).byApi(meera);
    await holdTimers(this.page, addedReset);
  }

  /**
   * From now on, changes two responses before the page gets them. `changeOffers` changes the courses and packages of
   * Book Online. `item`, which the test path adds, is removed from the cart.
   */
  async interceptCalls(item: Item): Promise<void> {
    const { page } = this;
    this.#item = item;
    await page.route(
      (url) => url.pathname === listBookingPage.url,
      async (route) => {
        const response = await route.fetch().catch(() => null);
        if (!response) return route.abort();
        const body = (await response.json()) as Offers;
        this.#changeOffers(body.data);
        await route.fulfill({ response, json: body });
      },
    );
    await page.route(
      (url) => url.pathname === getCart.url,
      async (route) => {
        if (route.request().method() !== 'GET') return route.fallback();
        const response = await route.fetch().catch(() => null);
        if (!response) return route.abort();
        const body = (await response.json()) as { data: Cart };
        await route.fulfill({ response, json: { ...body, data: this.withoutItem(body.data) } });
      },
    );
  }

  /** Sets how the courses and packages of Book Online are changed in all later responses. */
  changeOffers(change: ChangeOffers): void {
    this.#changeOffers = change;
  }

  /**
   * Makes the page request its courses and packages again, by a search that finds the card `name` and whose result is
   * not cached.
   */
  async searchAgain(name: string): Promise<void> {
    // Search for the full name first, and each further time for one character less.
    this.#search = this.#search === '' ? name : this.#search.slice(0, -1);
    await this.page.getByRole('searchbox', { name: /^Search/ }).fill(this.#search);
  }

  /** Returns the cart without the item that the test path adds. */
  withoutItem(cart: Cart): Cart {
    const { type, id } = this.#item;
    return { ...cart, items: cart.items.filter((item) => item.type !== type || item.id !== id) };
  }

  /** Removes from the cart on the server the course or package that the test path adds. */
  async removeItem(): Promise<void> {
    const { type, id } = this.#item;
    const headers = { [clientHeader]: clientName, [idempotencyHeader]: randomUUID() };
    const payload = { item_type: type, [idFields[type]]: id };
    await this.page.request.delete(removeFromCart.url, { data: payload, headers });
  }

  /**
   * Makes the server send Book Online as the shell, which is also what the service worker sends. The HTML then has no
   * offers, so the page shows only offers from API responses, which `changeOffers` can change.
   */
  async serveShell(): Promise<void> {
    await this.page.route(
      (url) => url.pathname === paths.bookOnline,
      async (route) => {
        const { cookie = '', ...headers } = await route.request().allHeaders();
        // Leave out the session-hint cookie: the server renders offers only for a request with this cookie.
        const cookies = cookie.split('; ').filter((pair) => !pair.startsWith(`${sessionHintCookie}=`));
        const response = await route.fetch({ headers: { ...headers, cookie: cookies.join('; ') } });
        await route.fulfill({ response });
      },
    );
  }

  async open(tab: BookingTab): Promise<void> {
    await this.page.goto(`${paths.bookOnline}?tab=${tab}&record=quiet`);
  }

  cardOf(name: string): Locator {
    const heading = this.page.getByRole('heading', { level: 3, name, exact: true });
    return this.page.getByRole('listitem').filter({ has: heading });
  }
}

/** Selects a batch other than the selected one. @returns the id of the batch */
export async function chooseOther(select: Locator): Promise<string> {
  const chosen = await select.inputValue();
  const other = select.locator(`option:not([value=""]):not([value="${chosen}"])`).first();
  await other.waitFor({ state: 'attached' });
  const value = (await other.getAttribute('value')) ?? '';
  await select.selectOption(value);
  return value;
}
