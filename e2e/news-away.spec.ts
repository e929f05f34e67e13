import { newsPost } from '../tests/support/news-site.ts';
import { onNewsSite } from './support/news-site.ts';
import { expect } from './support/voyage.ts';

const posts = Array.from({ length: 20 }, (_, place) => ({
  ...newsPost(place + 1, `Ships and people, part ${place + 1}`),
  _embedded: {},
}));
const test = onNewsSite(posts);

// Each page as the server draws it, not the worker's shell.
test.use({ serviceWorkers: 'block' });
test.afterEach(({ news }) => {
  news.isAway = false;
});

test('the posts of a WordPress site are listed and read', async ({ page, visitor }) => {
  await page.goto('/blogs');
  await visitor.arrivesAt('Blogs');
  await page.getByRole('link', { name: 'Ships and people, part 3' }).click();
  await visitor.arrivesAt('Ships and people, part 3');
  await expect(page).toHaveURL(/\/blogs\/Ships-and-people-part-3-3$/);
});

test('a list that the news site does not give is readable, not available by status, and comes when it is asked for again', async ({
  news,
  page,
  request,
  visitor,
  watch,
}) => {
  watch.expects(/503|NEWS_UNAVAILABLE|does not answer|ApiError/);
  news.isAway = true;
  const answer = await request.get('/events?page=2');
  expect([answer.status(), answer.headers()['retry-after']]).toEqual([503, '30']);
  expect(await answer.text()).toContain('Unable to show any events currently.');
  await page.goto('/events?page=2');
  await visitor.arrivesAt('Events');
  await expect(page.getByText('Unable to show any events currently.').first()).toBeVisible();
  news.isAway = false;
  const again = page.getByRole('button', { name: 'Try again' });
  // The page tries once more by itself: where that came first, there is nothing to press any more.
  await again.click({ timeout: 5000 }).catch(() => expect(again).toHaveCount(0));
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(9);
  expect((await request.get('/events?page=2')).status()).toBe(200);
});

test('a post that cannot be had at present is neither lost nor found', async ({ news, page, visitor, watch }) => {
  watch.expects(/503|NEWS_UNAVAILABLE|does not answer|ApiError/);
  news.isAway = true;
  expect((await page.goto('/marine-insights/any-12'))?.status()).toBe(503);
  await visitor.arrivesAt('This page could not be loaded');
  news.isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await visitor.arrivesAt('Ships and people, part 12');
});
