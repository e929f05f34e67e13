import { paths } from '../contract/pages.ts';
import { readSitemap } from '../tests/support/crawl.ts';
import { onePageOfEachKind } from '../tests/support/page-kinds.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openInState, pageStates } from './support/page-states.ts';
import { expect, test } from './support/voyage.ts';

const isSoak = process.env.SOAK === '1';
const course = '/course-booking/personal-survival-techniques-pst-401';
/** Of each way that pages are made one, half of them on each device. */
const samples = {
  phone: [paths.home, course, '/blogs', paths.terms],
  desktop: [paths.coursesList, '/courses/post-sea-courses', paths.departments, paths.aboutUs],
};

/** Loaded pages of every kind are judged in crawl.spec.ts. */
const states = pageStates.filter((state) => isSoak || state !== 'loaded');

for (const state of states) {
  test(`pages are accessible: ${state}`, async ({ browser, site, watch }, { project }) => {
    test.setTimeout(isSoak ? 1_800_000 : 240_000);
    watch.expects(/./);
    const pages = isSoak
      ? onePageOfEachKind(await readSitemap(site.url))
      : samples[project.name === 'phone' ? 'phone' : 'desktop'];
    const schemes = isSoak ? (['light', 'dark'] as const) : ([project.name === 'phone' ? 'dark' : 'light'] as const);
    for (const path of pages) {
      for (const colorScheme of schemes) {
        // Pages as they are drawn here, from calls that this test answers: a worker would ask the server.
        const context = await browser.newContext({ colorScheme, baseURL: site.url, serviceWorkers: 'block' });
        const page = await openInState(context, path, state);
        // What a page is about comes with what it waits for.
        await expectAccessible(page, state === 'loading' ? ['page-has-heading-one'] : []);
        if (state !== 'loading') await expect(page.locator('h1'), path).toHaveCount(1);
        // A context whose calls are still being fetched may never close; those that are never answered never end.
        await context.unrouteAll({ behavior: state === 'loading' ? 'ignoreErrors' : 'wait' });
        await context.close();
      }
    }
  });
}
