import { type APIRequestContext, expect } from '@playwright/test';
import { getBookingSettings, listBookingPage } from '../../../contract/booking.ts';
import { addToCart, getCart, listCartBatches, removeFromCart, swapBatch } from '../../../contract/cart.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { createOrder, listOrders, updateOrder } from '../../../contract/orders.ts';
import { paths } from '../../../contract/pages.ts';
import { callApi } from './api-call.ts';

export type BookedCourse = { name: string; batchId: number };

/**
 * Fills the cart, books and pays through the API instead of the screens, as the student whose session cookie `request`
 * has.
 */
export class BookingApi {
  readonly #request: APIRequestContext;
  readonly #origin: string;

  /** `origin`: origin of the site; needed if it differs from the base URL of `request`. */
  constructor(request: APIRequestContext, origin = '') {
    this.#request = request;
    this.#origin = origin;
  }

  #call(endpoint: Endpoint, options: { body?: object; query?: Record<string, string> } = {}): Promise<unknown> {
    return callApi(this.#request, endpoint, { ...options, origin: this.#origin });
  }

  /**
   * Adds to the cart one course that has several open batches. `index` selects the course, counted from the end of the
   * list of courses, because other journeys book courses from the beginning.
   */
  async fillsCart(index: number): Promise<BookedCourse> {
    const { data } = listBookingPage.answers[200].parse(
      await this.#call(listBookingPage, { query: { courseType: 'individual' } }),
    );
    const open = data.flatMap(({ courses }) =>
      courses.map((course) => ({ ...course, batches: course.batches.filter(({ status }) => status === 'open') })),
    );
    const offers = open.filter(({ batches }) => batches.length > 1);
    const course = offers.toReversed()[index % offers.length];
    const batch = course?.batches.at(-1);
    if (!course || !batch) throw new Error('No course has two open batches');
    await this.#call(addToCart, { body: { type: 'course', course_id: course.id, batch_id: batch.id } });
    return { name: course.course_name, batchId: batch.id };
  }

  /** Finds two courses with batches whose dates clash. Each course has another open batch to choose instead. */
  async #findsClash(): Promise<[BookedCourse & { id: number }, BookedCourse & { id: number }]> {
    const { data } = listBookingPage.answers[200].parse(
      await this.#call(listBookingPage, { query: { courseType: 'individual' } }),
    );
    const offers = data.flatMap(({ courses }) =>
      courses.flatMap(({ id, course_name, batches }) => {
        const open = batches.filter(({ status }) => status === 'open');
        return open.slice(0, -1).map((batch) => ({ id, name: course_name, batchId: batch.id, batch }));
      }),
    );
    for (const one of offers.toReversed()) {
      const other = offers.find(
        ({ id, batch: { start_date = '', end_date = '' } }) =>
          id !== one.id && start_date <= (one.batch.end_date ?? '') && end_date >= (one.batch.start_date ?? ''),
      );
      if (other) return [one, other];
    }
    throw new Error('No two courses have dates that clash');
  }

  /**
   * Adds two courses to the cart with batches whose dates clash. For each course there is another open batch to choose
   * instead. @returns the course names
   */
  async fillsCartWithClash(): Promise<[string, string]> {
    const [one, other] = await this.#findsClash();
    for (const { id, batchId } of [one, other])
      await this.#call(addToCart, { body: { type: 'course', course_id: id, batch_id: batchId } });
    return [one.name, other.name];
  }

  /**
   * Finds two courses with batches whose dates clash, and adds only the first course to the cart. The second has
   * another open batch to choose instead.
   * @returns both courses, the added one first
   */
  async addsOneOfClash(): Promise<[BookedCourse, BookedCourse]> {
    const [one, other] = await this.#findsClash();
    await this.#call(addToCart, { body: { type: 'course', course_id: one.id, batch_id: one.batchId } });
    return [one, other];
  }

  /** Adds a course to the cart, with its first open batch that has free seats. @returns the id of the batch */
  async addsCourse(courseName: string): Promise<number> {
    const { data } = listBookingPage.answers[200].parse(
      await this.#call(listBookingPage, { query: { courseType: 'individual' } }),
    );
    const course = data.flatMap(({ courses }) => courses).find(({ course_name }) => course_name === courseName);
    const batch = course?.batches.find(({ status, available }) => status === 'open' && available !== 0);
    if (!course || !batch) throw new Error(`${courseName} has no open batch`);
    await this.#call(addToCart, { body: { type: 'course', course_id: course.id, batch_id: batch.id } });
    return batch.id;
  }

  /**
   * Books a course in its first open batch with free seats, and pays for it. The cart must be empty before.
   * `studentId`: id of the signed-in student. @returns the id of the batch
   */
  async books(courseName: string, studentId: string): Promise<number> {
    const batchId = await this.addsCourse(courseName);
    const placed = await this.places(studentId);
    const paymentPage = new URL(placed.checkout_url, 'http://localhost').pathname;
    await this.#request.post(`${this.#origin}${paymentPage}/pay`, { maxRedirects: 0 });
    const attempt = { user_id: studentId, attempt_id: placed.attempt_id };
    const settled = updateOrder.answers[200].parse(await this.#call(updateOrder, { query: attempt }));
    expect(settled.data?.final_payment_status).toBe('APPROVED');
    return batchId;
  }

  /** Orders what is in the cart, without paying. `studentId`: id of the signed-in student. */
  async places(studentId: string) {
    const settings = getBookingSettings.answers[200].parse(await this.#call(getBookingSettings));
    const query = { id: studentId, redirect_url: paths.checkoutConfirmation };
    const body = { terms_version: settings.data.terms_version };
    return createOrder.answers[200].parse(await this.#call(createOrder, { query, body }));
  }

  async readsCart() {
    return getCart.answers[200].parse(await this.#call(getCart)).data.items;
  }

  async emptiesCart(): Promise<void> {
    for (const { id, type } of await this.readsCart())
      await this.#call(removeFromCart, {
        body: type === 'course' ? { item_type: type, course_id: id } : { item_type: type, package_id: id },
      });
  }

  /**
   * Replaces a batch in the cart by another batch of its course, as another device would do it: the open pages of this
   * browser do not know of the change.
   */
  async swapsBatch({ batchId }: Pick<BookedCourse, 'batchId'>): Promise<void> {
    const { data } = listCartBatches.answers[200].parse(await this.#call(listCartBatches));
    const choices = data.find(({ batches }) => batches.some(({ id }) => id === batchId));
    const other = choices?.batches.find(({ id }) => id !== batchId);
    const body = { item_type: 'course', course_id: choices?.course_id, batch_id: other?.id };
    await this.#call(swapBatch, { body });
  }

  /** Returns the student's orders, newest first. */
  async readsOrders() {
    return listOrders.answers[200].parse(await this.#call(listOrders)).data;
  }

  /** Returns the path of the confirmation page for the first payment attempt of the student's newest order. */
  async confirmationPath(): Promise<string> {
    const [order] = await this.readsOrders();
    return `${paths.checkoutConfirmation}/${order?.order_id}-1`;
  }
}
