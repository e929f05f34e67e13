import { expect, type Locator } from '@playwright/test';
import { Checkout } from './checkout.ts';
import { Screen } from './screen.ts';

/** A signed-in student on Book Online and in the cart. */
export class Student extends Screen {
  async choosesToGo(where: 'Back to where you were' | 'Book Online'): Promise<void> {
    await this.page.getByRole('dialog').getByRole('link', { name: where }).click();
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
    await this.seesOffers();
  }

  async opensBookOnline(tab: 'packages' | 'individual'): Promise<void> {
    await this.page.goto(`/course-booking?tab=${tab}`);
    await this.seesOffers();
  }

  async seesOffers(): Promise<void> {
    await expect(this.page.getByRole('tabpanel').getByRole('heading', { level: 3 }).first()).toBeVisible();
    await this.arrivesAt('Book Online');
  }

  async opensIndividualCourses(): Promise<void> {
    await this.page.getByRole('tab', { name: 'Individual Courses' }).click();
    await this.seesOffers();
  }

  async searchesFor(words: string): Promise<void> {
    await this.page.getByRole('searchbox', { name: /^Search/ }).fill(words);
    await expect(this.page.getByRole('status').filter({ hasText: /^1 (course|package)$/ })).toBeVisible();
  }

  /** The card of a course or package on Book Online. */
  offerOf(name: string): Locator {
    return this.page.getByRole('listitem').filter({ has: this.page.getByRole('heading', { level: 3, name }) });
  }

  /**
   * Returns the median height of the first cards of Book Online in px. Scrolls to each card, because the browser lays a
   * card out only when it comes into view.
   */
  async usualHeightOfOffers(): Promise<number> {
    const heights: number[] = [];
    const offers = await this.page
      .getByRole('tabpanel')
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { level: 3 }) })
      .all();
    for (const offer of offers.slice(0, 15)) {
      await offer.scrollIntoViewIfNeeded();
      heights.push((await offer.boundingBox())?.height ?? 0);
    }
    return heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)] ?? 0;
  }

  async choosesBatch(course: string): Promise<void> {
    const batches = this.page.getByRole('combobox', { name: `Batch of ${course}` });
    await batches.selectOption({ index: 1 });
    await expect(batches).not.toHaveValue('');
  }

  async addsCourse(name: string): Promise<void> {
    await this.choosesBatch(name);
    await this.offerOf(name).getByRole('button', { name: 'Add to cart' }).click();
  }

  async addsCourseToCart(name: string): Promise<void> {
    await this.addsCourse(name);
    await this.seesToast('Item added to cart');
    await expect(this.offerOf(name).getByText('In your cart.')).toBeVisible();
  }

  /** Adds the course on the open page to the cart, with its next batch. */
  async booksOpenCourse(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Book this course' }).filter({ visible: true }).first().click();
    await this.seesToast('Item added to cart');
    await expect(this.main.getByText('In your cart.').filter({ visible: true }).first()).toBeVisible();
    await this.arrivesAt(name);
  }

  /** Chooses a batch for each course of a package, one after the other, and adds the package to the cart. */
  async addsPackageToCart(name: string, courses: readonly string[]): Promise<void> {
    const offer = this.offerOf(name);
    await offer.getByText('Show courses and batches').click();
    for (const [index, course] of courses.entries()) {
      const remaining = courses.length - index;
      await expect(offer.getByText(`${index} of ${courses.length} selected`)).toBeVisible();
      await expect(offer.getByRole('button', { name: `Select ${remaining} More Course(s)` })).toBeVisible();
      await this.choosesBatch(course);
    }
    await this.findsItAccessible();
    await offer.getByRole('button', { name: 'Add Package' }).click();
    await this.seesToast('Item added to cart');
  }

  /** Lets the site choose the earliest batches of a package that fit together. @returns their ids, by course */
  async choosesEarliestDates(name: string, courses: readonly string[]): Promise<string[]> {
    const offer = this.offerOf(name);
    await offer.getByRole('button', { name: /^Choose the earliest dates that fit/ }).click();
    await expect(offer.getByText(`${courses.length} of ${courses.length} selected`)).toBeVisible();
    await expect(offer.getByText(/^All dates chosen:/)).toBeVisible();
    await expect(offer.getByText(/^These dates clash/)).toHaveCount(0);
    const batches = courses.map((course) =>
      this.page.getByRole('combobox', { name: `Batch of ${course}`, exact: true }),
    );
    return Promise.all(batches.map((batch) => batch.inputValue()));
  }

  /** Adds a package to the cart, with the earliest batches that fit together. */
  async addsPackageWithEarliestDates(name: string, courses: readonly string[]): Promise<void> {
    await this.choosesEarliestDates(name, courses);
    await this.findsItAccessible();
    await this.offerOf(name).getByRole('button', { name: 'Add Package' }).click();
    await this.seesToast('Item added to cart');
  }

  async opensCart(): Promise<void> {
    await this.page
      .getByRole('link', { name: /Go to cart|^Cart/ })
      .filter({ visible: true })
      .first()
      .click();
    await this.seesCart();
  }

  async seesCart(): Promise<void> {
    await expect(this.main.getByRole('list', { name: 'In your cart' })).toBeVisible();
    await this.arrivesAt('Your cart');
  }

  /** The lines of the cart with this name, including those that still wait in the outbox. */
  linesInCart(name: string): Locator {
    return this.main
      .getByRole('list', { name: 'In your cart' })
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { level: 2, name }) });
  }

  /**
   * Brings this tab to the front. In a headless browser all tabs count as visible, so the method also dispatches the
   * `visibilitychange` event that a real switch of tabs causes.
   */
  async bringsTabToFront(): Promise<void> {
    await this.page.bringToFront();
    await this.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  }

  /** Expects the cart to have exactly one line with this name, and the server to have stored that line. */
  async seesItInCart(name: string): Promise<void> {
    await this.seesCart();
    await expect(this.linesInCart(name)).toHaveCount(1);
    await expect(this.linesInCart(name).getByRole('button', { name: /^Remove/ })).toBeVisible({ timeout: 30_000 });
    await expect(this.linesInCart(name)).toHaveCount(1);
  }

  /** Expects the item to wait in the outbox: its card says so, and the list of waiting changes contains it. */
  async seesItWaiting(name: string): Promise<void> {
    await expect(this.offerOf(name).getByRole('button', { name: 'Waiting for connection' })).toBeVisible();
    await this.seesItIsOffline();
    const changes = this.page.getByRole('region', { name: /changes? waiting$/ });
    await expect(changes.getByRole('listitem').filter({ hasText: name })).toContainText(
      'Will be sent when you are back online',
    );
  }

  /** Adds courses to the cart on Book Online, then goes through the cart to the checkout. */
  async startsCheckoutWith(...courses: readonly string[]): Promise<Checkout> {
    await this.opensBookOnline('individual');
    for (const course of courses) await this.addsCourseToCart(course);
    await this.opensCart();
    return this.confirmsBooking();
  }

  /**
   * Goes from the cart to the first screen of checkout: the review screen or, if the student's profile lacks something,
   * the details screen.
   */
  async confirmsBooking(first = 'Review Your Order'): Promise<Checkout> {
    await this.page.getByRole('button', { name: 'Confirm Booking' }).click();
    const checkout = new Checkout(this.page);
    await checkout.arrivesAt(first);
    return checkout;
  }
}
