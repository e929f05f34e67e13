import type { Page } from '@playwright/test';
import { CallInterceptor } from '../support/browser/call-interceptor.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'block' });

/** Loses the response to the first addition to the cart. The server repeats it when the outbox sends the call again. */
async function loseFirstResponse(page: Page): Promise<void> {
  let calls = 0;
  await page.route('**/api/cart/add', async (route) => {
    calls += 1;
    if (calls > 1) return route.fallback();
    await route.fetch();
    await route.abort();
  });
}

test('while the cart is loading, a course whose addition got no response is shown in the cart and on its card, also after a reload', async ({
  account,
  visitor,
  watch,
}) => {
  watch.expects(/net::ERR_|Failed to load resource/);
  const course = 'Personal Survival Techniques (PST)';
  const student = await visitor.signsInByApi(account);
  const { page } = student;
  await student.opensBookOnline('individual');
  // The cart is loaded, and stored on the device, after the page has been shown.
  await page.waitForLoadState('networkidle');
  await loseFirstResponse(page);
  const calls = new CallInterceptor(page);
  await calls.hold('GET', /^\/api\/cart$/);

  await student.addsCourse(course);
  await calls.firstHeld;
  await expect(student.offerOf(course).getByText('In your cart.')).toBeVisible();
  await student.opensCart();
  await expect(student.linesInCart(course)).toContainText('Being added to your cart.');
  await page.reload();
  await expect(student.linesInCart(course)).toContainText('Being added to your cart.');
  await page.goto('/course-booking?tab=individual');
  await expect(student.offerOf(course).getByText('In your cart.')).toBeVisible();

  await calls.releaseAll();
  await student.opensCart();
  await student.seesItInCart(course);
  await expect(page.getByText('Being added to your cart.')).toHaveCount(0);
});
