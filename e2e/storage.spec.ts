import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { emptyCart } from './support/empty-cart.ts';
import { asha } from './support/students.ts';
import { expect, test } from './support/voyage.ts';

/** How a browser fails to keep things, as scripts that run before the page's own, and what is booked with it. */
const troubles: Record<string, { course: string; cause: () => void }> = {
  'refuses its storage': {
    course: 'Personal Survival Techniques (PST)',
    cause: () => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      IDBFactory.prototype.open = refuse;
      CacheStorage.prototype.open = () => Promise.reject(new DOMException('Blocked', 'SecurityError'));
    },
  },
  'never opens its storage': {
    course: 'Personal Safety and Social Responsibilities (PSSR)',
    cause: () => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    },
  },
  'has no room left': {
    course: 'Elementary First Aid (EFA)',
    cause: () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('Quota exceeded', 'QuotaExceededError');
      };
    },
  },
  'loses its storage under the page': {
    course: 'Fire Prevention and Fire Fighting (FPFF)',
    cause: () => {
      const begin = IDBDatabase.prototype.transaction;
      IDBDatabase.prototype.transaction = function (...asked) {
        this.close();
        return begin.apply(this, asked);
      };
    },
  },
};

const note = (page: Page) => page.getByRole('status').filter({ hasText: 'This browser keeps nothing for this site' });

for (const [trouble, { course, cause }] of Object.entries(troubles)) {
  test(`a student books with a browser that ${trouble}, and is told once`, async ({ visitor, watch }) => {
    const { page } = visitor;
    watch.expects(/SecurityError|Quota|ServiceWorker|service worker/i);
    await page.addInitScript(cause);
    await visitor.opensHome();
    await expect(note(page)).toBeVisible();
    await expectAccessible(page);
    await note(page).getByRole('button', { name: 'Close' }).click();
    await expect(note(page)).toHaveCount(0);
    await visitor.exploresCourses();
    await visitor.opensCourse(course);
    const student = await visitor.isSignedInAs(asha);
    await emptyCart(page);
    await student.opensBookOnline('individual');
    await student.addsCourseToCart(course);
    await student.opensCart();
    const checkout = await student.confirmsBooking();
    await checkout.proceeds();
    await checkout.seesInOrder(course);
    await expect(note(page)).toHaveCount(0);
  });
}
