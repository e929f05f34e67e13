import type { APIRequestContext } from '@playwright/test';
import { listBookingPage } from '../../../contract/booking.ts';
import { addToCart, getCart, listCartBatches, removeFromCart, swapBatch } from '../../../contract/cart.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { listOrders } from '../../../contract/orders.ts';
import { paths } from '../../../contract/pages.ts';
import { callApi } from './api-call.ts';

export type BookedCourse = { name: string; batchId: number };

/** Books through the API instead of the screens, as the student whose session cookie `request` holds. */
export class BookingApi {
  readonly #request: APIRequestContext;
  readonly #origin: string;

  /** `origin`: where the site is, if it is not the base URL of `request`. */
  constructor(request: APIRequestContext, origin = '') {
    this.#request = request;
    this.#origin = origin;
  }

  #call(endpoint: Endpoint, options: { body?: object; query?: Record<string, string> } = {}): Promise<unknown> {
    return callApi(this.#request, endpoint, { ...options, origin: this.#origin });
  }

  /**
   * Puts one course with several open batches into the cart. Each `index` takes a different course, counted from the end of
   * the list because other journeys book courses from its beginning.
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

  async readsCart() {
    return getCart.answers[200].parse(await this.#call(getCart)).data.items;
  }

  async emptiesCart(): Promise<void> {
    for (const { id, type } of await this.readsCart())
      await this.#call(removeFromCart, {
        body: type === 'course' ? { item_type: type, course_id: id } : { item_type: type, package_id: id },
      });
  }

  /** Replaces a batch in the cart by another one of its course. Open pages do not learn of it, as if another device did it. */
  async swapsBatch({ batchId }: Pick<BookedCourse, 'batchId'>): Promise<void> {
    const { data } = listCartBatches.answers[200].parse(await this.#call(listCartBatches));
    const choices = data.find(({ batches }) => batches.some(({ id }) => id === batchId));
    const other = choices?.batches.find(({ id }) => id !== batchId);
    const body = { item_type: 'course', course_id: choices?.course_id, batch_id: other?.id };
    await this.#call(swapBatch, { body });
  }

  /** Path of the confirmation page for the first payment attempt of the newest order. */
  async confirmationPath(): Promise<string> {
    const { data } = listOrders.answers[200].parse(await this.#call(listOrders));
    return `${paths.checkoutConfirmation}/${data[0]?.order_id}-1`;
  }
}
