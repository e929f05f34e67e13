import { payloads } from '../tests/support/xss/payloads.ts';
import { goTo, isSoak, roundsOf, seed, test } from './support/hostile-site.ts';
import { findCarriers } from './support/script-carriers.ts';
import { expect } from './support/voyage.ts';

// Each page as the server draws it, not the worker's shell.
test.use({ serviceWorkers: 'block' });
test.setTimeout(isSoak ? 3_600_000 : 240_000);

test('what a page must not hold is found in it', async ({ page }) => {
  const unseen = await page.evaluate(
    ([source, all]) => {
      const find: (root: Document) => string[] = new Function(`return ${source}`)();
      return all.filter((payload) => {
        const html = `<div class="rich-0000">${payload}</div><a title="${payload}" href="${payload}">x</a>`;
        return find(new DOMParser().parseFromString(html, 'text/html')).length === 0;
      });
    },
    [findCarriers.toString(), payloads] as const,
  );
  expect(payloads.length - unseen.length).toBeGreaterThanOrEqual(500);
});

test('nothing that stands in the content runs on a page that the server drew, before its scripts are there', async ({
  context,
  hostile,
  page,
  scripts,
  watch,
}, { project }) => {
  watch.expects(/./);
  await context.route(/\/assets\/.*\.js$/, (route) => route.abort());
  for (const round of roundsOf(project.name)) {
    expect(await hostile.fill(round), 'fields').toBeGreaterThan(4000);
    for (const path of hostile.pathsOf(project.name)) {
      await page.goto(path, { waitUntil: 'load' });
      await expect(page.locator('h1'), path).toHaveCount(1);
      expect(await scripts.faultsOf(page), `SEED=${seed} round ${round}`).toEqual([]);
    }
  }
});

test('nothing of it runs once the page runs, nor on the way from page to page', async ({
  hostile,
  page,
  scripts,
  visitor,
  watch,
}, { project }) => {
  watch.expects(/./);
  for (const round of roundsOf(project.name)) {
    await hostile.fill(round);
    for (const path of hostile.pathsOf(project.name)) {
      await page.goto(path);
      await visitor.seesItRunning();
      expect(await scripts.faultsOf(page), `SEED=${seed} round ${round}`).toEqual([]);
    }
    for (const path of hostile.pathsOf(project.name)) {
      await goTo(page, path);
      await expect(page.locator('h1'), path).toHaveCount(1);
      expect(await scripts.faultsOf(page), `SEED=${seed} round ${round}`).toEqual([]);
    }
  }
});
