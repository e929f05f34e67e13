import { expect, type Page } from '@playwright/test';
import { listBookingPage } from '../../contract/booking.ts';
import { addToCart, listCartBatches, swapBatch } from '../../contract/cart.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { clientHeader, clientName, idempotencyHeader } from '../../contract/headers.ts';
import { listOrders } from '../../contract/orders.ts';
import { paths } from '../../contract/pages.ts';

export type Booked = { name: string; batchId: number };

/** What a student does behind the screen, so that a journey begins at the checkout. */
export class Booker {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async #ask({ method, url }: Endpoint, { body, query = {} }: { body?: object; query?: Record<string, string> } = {}) {
    const headers = { [clientHeader]: clientName, [idempotencyHeader]: crypto.randomUUID() };
    const answer = await this.#page.request.fetch(url, { method, params: query, headers, ...(body && { data: body }) });
    expect(answer.status(), `${method} ${url}: ${await answer.text()}`).toBe(200);
    return answer.json();
  }

  /** Puts one course into the cart, another one for each `turn`, from the end: other journeys book from the beginning. */
  async fillsCart(turn: number): Promise<Booked> {
    const { data } = listBookingPage.answers[200].parse(
      await this.#ask(listBookingPage, { query: { courseType: 'individual' } }),
    );
    const open = data.flatMap(({ courses }) =>
      courses.map((course) => ({ ...course, batches: course.batches.filter(({ status }) => status === 'open') })),
    );
    const offers = open.filter(({ batches }) => batches.length > 1);
    const course = offers.toReversed()[turn % offers.length];
    const batch = course?.batches.at(-1);
    if (!course || !batch) throw new Error('no course can be booked');
    await this.#ask(addToCart, { body: { type: 'course', course_id: course.id, batch_id: batch.id } });
    return { name: course.course_name, batchId: batch.id };
  }

  /** Takes another batch, as on another device: the screen does not know. */
  async swapsElsewhere({ batchId }: Pick<Booked, 'batchId'>): Promise<void> {
    const { data } = listCartBatches.answers[200].parse(await this.#ask(listCartBatches));
    const choices = data.find(({ batches }) => batches.some(({ id }) => id === batchId));
    const other = choices?.batches.find(({ id }) => id !== batchId);
    const body = { item_type: 'course', course_id: choices?.course_id, batch_id: other?.id };
    await this.#ask(swapBatch, { body });
  }

  /** Where the newest order's first payment is confirmed. */
  async confirmationPath(): Promise<string> {
    const { data } = listOrders.answers[200].parse(await this.#ask(listOrders));
    return `${paths.checkoutConfirmation}/${data[0]?.order_id}-1`;
  }
}
