import { payloads } from '../../tests/support/xss/payloads.ts';
import { navigateTo } from '../support/browser/client-navigation.ts';
import { findUnsafeMarkup } from '../support/hostile/find-unsafe-markup.ts';
import { roundsOf, test } from '../support/hostile/hostile-site.ts';
import { isSoak, seed } from '../support/sample.ts';
import { expect } from '../support/test.ts';

// Tests the HTML that the server renders, not the service worker’s shell.
test.use({ serviceWorkers: 'block', academy: 'hostile-content' });
test.describe.configure({ mode: 'default' });
test.setTimeout(isSoak ? 3_600_000 : 240_000);

test('the detector of unsafe markup that the tests use recognises at least 500 of the script injection payloads', async ({
  page,
}) => {
  const missed = await page.evaluate(
    ([source, all]) => {
      const find: (root: Document) => string[] = new Function(`return ${source}`)();
      return all.filter((payload) => {
        const html = `<div class="rich-0000">${payload}</div><a title="${payload}" href="${payload}">x</a>`;
        return find(new DOMParser().parseFromString(html, 'text/html')).length === 0;
      });
    },
    [findUnsafeMarkup.toString(), payloads] as const,
  );
  expect(payloads.length - missed.length).toBeGreaterThanOrEqual(500);
});

test('script injection payloads in the content do not run in server-rendered pages whose own scripts are blocked', async ({
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
    for (const path of hostile.paths) {
      await page.goto(path, { waitUntil: 'load' });
      await expect(page.locator('h1'), path).toHaveCount(1);
      expect(await scripts.findFaults(page), `SEED=${seed} round ${round}`).toEqual([]);
    }
  }
});

test('script injection payloads in the content run neither after hydration nor after client-side navigation', async ({
  hostile,
  page,
  scripts,
  visitor,
  watch,
}, { project }) => {
  watch.expects(/./);
  for (const round of roundsOf(project.name)) {
    await hostile.fill(round);
    for (const path of hostile.paths) {
      await page.goto(path);
      await visitor.seesScriptRunning();
      expect(await scripts.findFaults(page), `SEED=${seed} round ${round}`).toEqual([]);
    }
    for (const path of hostile.paths) {
      await navigateTo(page, path);
      await expect(page.locator('h1'), path).toHaveCount(1);
      expect(await scripts.findFaults(page), `SEED=${seed} round ${round}`).toEqual([]);
    }
  }
});
