import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { type BookingGroup, listBookingPage } from '../../../contract/booking.ts';
import type { BookingTab } from '../../../contract/booking-tabs.ts';
import { type Cart, getCart, removeFromCart } from '../../../contract/cart.ts';
import { clientHeader, clientName, idempotencyHeader } from '../../../contract/headers.ts';
import { addedReset } from '../../../contract/limits.ts';
import { SignIn } from '../../support/sign-in.ts';
import { meera } from '../../support/students.ts';
import { holdTimers } from './held-timers.ts';

type Offers = { data: BookingGroup[] };
/** Changes what Book Online shows, on its way from the server. */
export type Lens = (groups: BookingGroup[]) => void;

const cartHas = { course: 'course_id', package: 'package_id' } as const;

/** Book Online with one student who has signed in and whose cart lacks what a path adds. */
export class BookingCounterPage {
  readonly page: Page;
  #lens: Lens = () => {};
  #search = '';

  constructor(page: Page) {
    this.page = page;
  }

  /** The offers of a tab as the server has them now. */
  async readOffers(tab: BookingTab): Promise<BookingGroup[]> {
    const answer = await this.page.request.get(`${listBookingPage.url}?courseType=${tab}`);
    return listBookingPage.answers[200].parse(await answer.json()).data;
  }

  async signIn(): Promise<void> {
    await new SignIn(this.page).behindTheScreen(meera);
    await holdTimers(this.page, addedReset);
  }

  /** From now on the offers come through the lens, and the cart is shown without what the path adds. */
  async arrange(kind: 'course' | 'package', id: number): Promise<void> {
    const { page } = this;
    await page.route(
      (url) => url.pathname === listBookingPage.url,
      async (route) => {
        const response = await route.fetch().catch(() => null);
        if (!response) return route.abort();
        const body = (await response.json()) as Offers;
        this.#lens(body.data);
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
        body.data.items = body.data.items.filter((item) => item.type !== kind || item.id !== id);
        await route.fulfill({ response, json: body });
      },
    );
  }

  look(lens: Lens): void {
    this.#lens = lens;
  }

  /** The offers are asked for anew: a search that nobody made yet finds the card. */
  async searchAnew(name: string): Promise<void> {
    // The shorter the words, the more they find: always the card too.
    this.#search = this.#search === '' ? name : this.#search.slice(0, -1);
    await this.page.getByRole('searchbox', { name: /^Search/ }).fill(this.#search);
  }

  async removeFromCart(kind: 'course' | 'package', id: number): Promise<void> {
    const headers = { [clientHeader]: clientName, [idempotencyHeader]: randomUUID() };
    const payload = { item_type: kind, [cartHas[kind]]: id };
    await this.page.request.delete(removeFromCart.url, { data: payload, headers });
  }

  async open(tab: BookingTab): Promise<void> {
    await this.page.goto(`/course-booking?tab=${tab}&record=quiet`);
  }

  offerOf(name: string): Locator {
    const heading = this.page.getByRole('heading', { level: 3, name, exact: true });
    return this.page.getByRole('listitem').filter({ has: heading });
  }
}

/** Chooses another batch than the chosen one; answers its number. */
export async function chooseOther(select: Locator): Promise<string> {
  const chosen = await select.inputValue();
  const other = select.locator(`option:not([value=""]):not([value="${chosen}"])`).first();
  await other.waitFor({ state: 'attached' });
  const value = (await other.getAttribute('value')) ?? '';
  await select.selectOption(value);
  return value;
}
