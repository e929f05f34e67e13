import { newsCategories } from '../../contract/news-categories.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { Visitor } from '../support/screens/visitor.ts';
import { expect, test } from '../support/test.ts';

test.describe('rendered on the server', () => {
  test.use({ serviceWorkers: 'block' });

  // On a desktop, test only one category, because the lists of all categories have the same layout.
  for (const { key, path, name } of newsCategories) {
    test(`a reader of the news list “${name}” goes to its second page, opens a post and comes back to the list`, {
      tag: key === 'events' ? '@wide' : [],
    }, async ({ page, visitor }) => {
      await page.goto(path);
      await visitor.arrivesAt(name);
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(9);
      await page.getByRole('link', { name: 'Next page' }).click();
      await expect(page).toHaveURL(`${path}?page=2`);
      await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(4);
      await visitor.findsItAccessible();

      const title = page.getByRole('main').getByRole('heading', { level: 2 }).first().getByRole('link');
      const heading = (await title.textContent()) ?? '';
      await title.click();
      await visitor.arrivesAt(heading);
      await expect(page).toHaveTitle(new RegExp(`^${heading.slice(0, 10).replace(/\W/g, '.')}`));
      await expect(page.getByText(/\d min read/)).toBeVisible();
      await page.getByRole('link', { name: `Back to ${name.toLowerCase()}` }).click();
      await visitor.arrivesAt(name);
    });
  }

  test('the outdated URL of a news post is replaced by the current one in the address bar and in the browser history', async ({
    page,
    visitor,
  }) => {
    await page.goto('/blogs');
    await page.goto('/blogs/some-older-name-2103');
    await visitor.arrivesAt(/^The quiet cabin/);
    await expect(page).toHaveURL('/blogs/the-quiet-cabin-2103');
    await page.goBack();
    await visitor.arrivesAt('Blogs');
  });

  test('a news post that does not exist responds with status 404 and shows “Page not found.”', async ({
    page,
    watch,
  }) => {
    watch.expects(/404/);
    expect((await page.goto('/blogs/nothing-of-the-kind-999'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found.' })).toBeVisible();
  });

  test('the news post of an event shows its date and place, and a button downloads the event as a calendar file', async ({
    page,
    visitor,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/events/open-campus-saturday-2201');
    await visitor.arrivesAt('Open campus Saturday: pool, fire ground & engine');
    await expect(page.getByRole('term')).toHaveText(['When', 'Where']);
    await expect(page.getByRole('definition').first()).toHaveText(/^\d+ \w+ \d{4}, 09:00 – 13:00$/);
    await expect(page.getByRole('link', { name: 'Map' })).toBeVisible();
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Add to calendar' }).click();
    expect((await download).suggestedFilename()).toBe('event-2201.ics');
  });

  test('a news list that fails to load says so, and the button “Try again” loads it', async ({
    page,
    visitor,
    watch,
  }) => {
    watch.expects(/404|Failed to load resource/);
    await visitor.opensHome();
    await page.route('**/wp-json/**', (route) =>
      route.fulfill({ status: 404, headers: { 'x-landfall': '1' }, body: '{}' }),
    );
    await page.getByRole('contentinfo').getByRole('link', { name: 'Blogs' }).click();
    await expect(page.getByText('Request failed')).toBeVisible();
    await expect(page.getByText('Unable to show blogs currently.')).toHaveCount(2);
    await expectAccessible(page);
    await page.unroute('**/wp-json/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(9);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('news lists, the further pages of a list and posts can be read without JavaScript', async ({ page }) => {
    await page.goto('/marine-insights');
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL('/marine-insights?page=2');
    await page.getByRole('main').getByRole('heading', { level: 2 }).first().getByRole('link').click();
    await expect(page.getByText(/\d min read/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
  });
});

test.describe('while the server is down', () => {
  test.afterEach(({ site }) => site.restart());

  test('news lists and posts that were read before can be read again while the server is down', async ({
    device,
    site,
    watch,
  }) => {
    watch.expects(/net::ERR_|Failed to load resource|No response from server/);
    const reader = new Visitor(await device.open());
    await reader.opensHome();
    await reader.page.goto('/blogs');
    await reader.arrivesAt('Blogs');
    await reader.page.getByRole('link', { name: /^The quiet cabin/ }).click();
    await reader.arrivesAt(/^The quiet cabin/);
    await reader.isServedByWorker();
    await device.close();
    await site.stop();

    const later = new Visitor(await device.open());
    await later.page.goto('/blogs/the-quiet-cabin-2103');
    await later.arrivesAt(/^The quiet cabin/);
    await expect(later.page.getByText('Small things that work')).toBeVisible();
    await later.page.getByRole('link', { name: 'Back to blogs' }).click();
    await later.arrivesAt('Blogs');
    await expect(later.page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(9);
    await later.opensHome();
    await expect(later.page.getByRole('region', { name: 'From our blog' }).getByRole('listitem')).toHaveCount(4);
  });
});
