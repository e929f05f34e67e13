import { expect, type Page } from '@playwright/test';
import { getCart, removeFromCart } from '../../contract/cart.ts';
import { clientHeader, clientName, idempotencyHeader } from '../../contract/headers.ts';

/** Takes out of the student's cart what other journeys of the same academy have left there. */
export async function emptyCart(page: Page): Promise<void> {
  const { data } = getCart.answers[200].parse(await (await page.request.get(getCart.url)).json());
  for (const item of data.items) {
    const headers = { [clientHeader]: clientName, [idempotencyHeader]: crypto.randomUUID() };
    const body =
      item.type === 'course'
        ? { item_type: 'course', course_id: item.course?.id }
        : { item_type: 'package', package_id: item.package?.id };
    const answer = await page.request.delete(removeFromCart.url, { data: body, headers });
    expect(answer.status(), await answer.text()).toBe(200);
  }
}
