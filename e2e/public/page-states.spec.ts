import { paths } from '../../contract/pages.ts';
import { readSitemap } from '../../tests/support/crawl.ts';
import { onePageOfEachKind } from '../../tests/support/page-kinds.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { openInState, pageStates } from '../support/browser/page-states.ts';
import { isSoak, sampleOf } from '../support/sample.ts';
import { expect, test } from '../support/test.ts';

const sampledPages = 1;
const course = '/course-booking/personal-survival-techniques-pst-401';
/** Pages for each way of rendering: half of them are tested on a phone, half on a desktop. */
const samples = {
  phone: [paths.home, course, '/blogs', paths.terms],
  desktop: [paths.coursesList, '/courses/post-sea-courses', paths.departments, paths.aboutUs],
};

/** Only `npm run soak` tests `loaded`, because crawl.spec.ts always checks loaded pages. */
const states = pageStates.filter((state) => isSoak || state !== 'loaded');

for (const state of states) {
  test(
    `public pages meet the accessibility rules in the state “${state}”`,
    { tag: '@wide' },
    async ({ browser, site, watch }, { project }) => {
      test.setTimeout(isSoak ? 1_800_000 : 240_000);
      watch.expects(/./);
      const pages = isSoak
        ? onePageOfEachKind(await readSitemap(site.url))
        : sampleOf(samples[project.name === 'phone' ? 'phone' : 'desktop'], sampledPages);
      const schemes = isSoak ? (['light', 'dark'] as const) : ([project.name === 'phone' ? 'dark' : 'light'] as const);
      for (const path of pages) {
        for (const colorScheme of schemes) {
          // Block service workers: their requests would bypass the Playwright routes with which this test puts a page
          // into a state.
          const context = await browser.newContext({ colorScheme, baseURL: site.url, serviceWorkers: 'block' });
          const page = await openInState(context, path, state);
          // While a page is loading it may have no heading yet, because the heading is part of the data.
          await expectAccessible(page, state === 'loading' ? ['page-has-heading-one'] : []);
          if (state !== 'loading') await expect(page.locator('h1'), path).toHaveCount(1);
          // Wait for calls in flight, or the browser context may never close. Calls of the loading state never end, so
          // ignore those.
          await context.unrouteAll({ behavior: state === 'loading' ? 'ignoreErrors' : 'wait' });
          await context.close();
        }
      }
    },
  );
}
