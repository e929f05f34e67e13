import { newsPost } from '../../tests/support/news-site.ts';
import { testOnNewsSite } from '../support/site/news-site.ts';
import { expect } from '../support/test.ts';

const posts = Array.from({ length: 20 }, (_, index) => ({
  ...newsPost(index + 1, `Ships and people, part ${index + 1}`),
  _embedded: {},
}));
const test = testOnNewsSite(posts);

// Tests the HTML that the server renders, not the service worker’s shell.
test.use({ serviceWorkers: 'block' });
test.describe.configure({ mode: 'default' });
test.afterEach(({ news }) => {
  news.isAway = false;
});

test('news posts from a WordPress site are listed and can be opened', async ({ page, visitor }) => {
  await page.goto('/blogs');
  await visitor.arrivesAt('Blogs');
  await page.getByRole('link', { name: 'Ships and people, part 3' }).click();
  await visitor.arrivesAt('Ships and people, part 3');
  await expect(page).toHaveURL(/\/blogs\/Ships-and-people-part-3-3$/);
});

test('a news list responds with status 503 and an explanation while the news site is down, and recovers on retry', async ({
  news,
  page,
  request,
  visitor,
  watch,
}) => {
  watch.expects(/503|NEWS_UNAVAILABLE|is not available|ApiError/);
  news.isAway = true;
  const response = await request.get('/events?page=2');
  expect([response.status(), response.headers()['retry-after']]).toEqual([503, '30']);
  expect(await response.text()).toContain('Unable to show any events currently.');
  await page.goto('/events?page=2');
  await visitor.arrivesAt('Events');
  await expect(page.getByText('Unable to show any events currently.').first()).toBeVisible();
  news.isAway = false;
  const retry = page.getByRole('button', { name: 'Try again' });
  // The page also retries once automatically. If that succeeds first, the button is gone.
  await retry.click({ timeout: 5000 }).catch(() => expect(retry).toHaveCount(0));
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(9);
  expect((await request.get('/events?page=2')).status()).toBe(200);
});

test('a news post responds with status 503 while the news site is down, and loads on retry', async ({
  news,
  page,
  visitor,
  watch,
}) => {
  watch.expects(/503|NEWS_UNAVAILABLE|is not available|ApiError/);
  news.isAway = true;
  expect((await page.goto('/marine-insights/any-12'))?.status()).toBe(503);
  await visitor.arrivesAt('This page could not be loaded');
  news.isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await visitor.arrivesAt('Ships and people, part 12');
});
