import { BookingApi } from '../support/site/booking-api.ts';
import { expect, test } from '../support/test.ts';

const discounted = 'Proficiency in Survival Craft and Rescue Boats (PSCRB)';

test('in the cart on a narrow phone, the Remove button is on the right of a discounted price', async ({
  account,
  visitor,
}) => {
  const student = await visitor.signsInByApi(account);
  const { page } = student;
  await new BookingApi(page.request).addsCourse(discounted);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/course-booking/details');
  await student.seesCart();
  const line = student.linesInCart(discounted);
  const [card, price, remove] = await Promise.all([
    line.boundingBox(),
    line.locator('[data-price]').boundingBox(),
    line.getByRole('button', { name: /^Remove/ }).boundingBox(),
  ]);
  expect(remove?.y, 'the button is not below the price').toBeLessThan((price?.y ?? 0) + (price?.height ?? 0));
  const rightOf = (box: typeof card) => (box?.x ?? 0) + (box?.width ?? 0);
  expect(rightOf(card) - rightOf(remove), 'distance from the right edge of the card').toBeLessThan(20);
});
