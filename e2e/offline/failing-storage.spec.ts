import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { sampleOf } from '../support/sample.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * Ways in which browser storage fails. `cause`: a script that runs before the page’s own. `course`: the course to book.
 * `forgets`: the tab cannot remember that the warning was shown, so every document shows it again.
 */
const troubles: Record<string, { course: string; cause: () => void; forgets?: true }> = {
  'refuses its database and its cache': {
    course: 'Personal Survival Techniques (PST)',
    cause: () => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      IDBFactory.prototype.open = refuse;
      CacheStorage.prototype.open = () => Promise.reject(new DOMException('Blocked', 'SecurityError'));
    },
  },
  'refuses every kind of storage': {
    course: 'Personal Survival Techniques (PST)',
    forgets: true,
    // As in a browser that blocks cookies and site data: even reading a property such as `localStorage` throws.
    cause: () => {
      const blocked = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, { get: blocked });
      for (const name of ['open', 'has', 'keys', 'match', 'delete'])
        Object.defineProperty(CacheStorage.prototype, name, { value: async () => blocked() });
    },
  },
  'never opens its database': {
    course: 'Personal Safety and Social Responsibilities (PSSR)',
    cause: () => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    },
  },
  'has no storage left': {
    course: 'Elementary First Aid (EFA)',
    cause: () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('Quota exceeded', 'QuotaExceededError');
      };
    },
  },
  'closes its database while the page uses it': {
    course: 'Fire Prevention and Fire Fighting (FPFF)',
    cause: () => {
      const begin = IDBDatabase.prototype.transaction;
      IDBDatabase.prototype.transaction = function (...args) {
        this.close();
        return begin.apply(this, args);
      };
    },
  },
};

const note = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'This browser cannot save data for this site' });

for (const [trouble, { course, cause, forgets }] of sampleOf(Object.entries(troubles), 2)) {
  test(`in a browser with failing storage (it ${trouble}), the site shows a warning, and a student can book and pay for a course`, async ({
    account,
    visitor,
    watch,
  }) => {
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
    const student = await visitor.signsInByApi(account);
    const checkout = await student.startsCheckoutWith(course);
    await checkout.seesInOrder(course);
    await expect(note(page)).toHaveCount(forgets ? 1 : 0);
    await checkout.reachesPayment();
    await checkout.pays();
    await checkout.seesThanks([course]);
  });
}
