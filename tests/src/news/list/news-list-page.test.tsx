import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newsCategories } from '../../../../contract/news-categories.ts';
import { NewsListPage } from '../../../../src/news/list/news-list-page.tsx';
// The page loads this module lazily. Import it first, so that its load time does not count towards test timeouts.
import '../../../../src/ui/toasts/toast-region.tsx';
import { connection } from '../../../../src/offline/connection/page-connection.ts';
import { ToastHost } from '../../../../src/ui/toasts/toast-host.tsx';
import { openToastRegion } from '../../../../src/ui/toasts/toasts.ts';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { broken, event, post } from '../posts.ts';

const [blogs, events, insights] = newsCategories;
const listing = (posts: object[], pages = 1): Answered => ({
  body: posts,
  headers: { 'x-wp-total': '20', 'x-wp-totalpages': String(pages) },
});

async function open(answer: Answered, { category = blogs as (typeof newsCategories)[number], page = 1 } = {}) {
  const { api, sent } = answeringApi({ 'GET /wp-json/wp/v2/posts': answer });
  const list = <NewsListPage category={category} page={page} isRefused={false} />;
  const at = page > 1 ? `${category.path}?page=${page}` : category.path;
  await renderInPage(
    <>
      {list}
      <ToastHost />
    </>,
    { api, at },
  );
  return sent;
}

// This test must be the first one in the file, because toasts of other tests stay.
describe('a news list offline', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('offline, a news list that is not saved on the device says so without an error message or a toast', async () => {
    vi.spyOn(connection, 'state', 'get').mockReturnValue('offline');
    const show = vi.fn();
    const closeRegion = openToastRegion({ show });
    await open(refusal(404, 'NOT_FOUND'));
    expect(await screen.findByText('You are offline, and this is not saved on this device.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText('Request failed')).toBeNull();
    expect(show).not.toHaveBeenCalled();
    closeRegion();
  });
});

describe('a list of posts', () => {
  it('a news list requests nine posts of its category and page, without the text of the articles', async () => {
    const sent = await open(listing([post()]), { page: 2 });
    await screen.findByRole('heading', { level: 2 });
    const query = new URL(sent[0]?.url ?? '', 'https://academy.example').searchParams;
    expect(Object.fromEntries(query)).toMatchObject({ categories: '1', per_page: '9', page: '2', _embed: '1' });
    expect(query.get('_fields')?.split(',')).not.toContain('content');
  });

  it('a news list shows the picture, the short date, the linked title, the excerpt and two tags of each post', async () => {
    await open(listing([post()]));
    const link = await screen.findByRole('link', { name: 'Ropes & people' });
    expect(link.getAttribute('href')).toBe('/blogs/ropes-and-people-41');
    const picture = link.closest('li')?.querySelector('img');
    expect(picture?.getAttribute('src')).toBe('/media/courses/management-anchor-640.webp');
    expect(screen.getByText('3 Feb 2027').getAttribute('datetime')).toBe('2027-02-03');
    expect(screen.getByText('Short …')).toBeTruthy();
    const tags = within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('listitem');
    expect(tags.map((tag) => tag.textContent)).toEqual(['deck', 'R&D']);
  });

  it('the news list of events shows the days of an event, not the date of its post, and its times and place', async () => {
    const meta = { ...event, event_start_time: '09:00', event_end_time: '13:00' };
    await open(listing([post({ meta })]), { category: events });
    const days = await screen.findByText('1 Mar 2027 – 2 Mar 2027');
    expect(days.getAttribute('datetime')).toBe('2027-03-01');
    expect(screen.getByText('09:00 – 13:00, Main Block')).toBeTruthy();
    expect(screen.queryByText('3 Feb 2027')).toBeNull();
  });

  it('for an event without times of day, the news list of events shows only the days and the place', async () => {
    await open(listing([post({ meta: { ...event, event_end: event.event_start } })]), { category: events });
    expect(await screen.findByText('1 Mar 2027')).toBeTruthy();
    expect(screen.getByText('Main Block')).toBeTruthy();
  });

  it('for a post without an event, the news list of events shows the date of the post', async () => {
    await open(listing([post()]), { category: events });
    expect((await screen.findByText('3 Feb 2027')).getAttribute('datetime')).toBe('2027-02-03');
  });

  it('a news list shows a placeholder picture for a post for which WordPress returns an error instead of a picture', async () => {
    await open(listing([post({ _embedded: broken })]));
    const card = (await screen.findByRole('heading', { level: 2 })).closest('li');
    expect(card?.querySelector('img')).toBeNull();
    expect(card?.querySelector('.cover')).not.toBeNull();
    expect(screen.queryByRole('list', { name: 'Tags' })).toBeNull();
  });

  it('a news list shows HTML tags in the title of a post literally, as text', async () => {
    await open(listing([post({ title: { rendered: '&lt;img src=x onerror=alert(1)&gt;' } })]));
    expect(await screen.findByRole('link', { name: '<img src=x onerror=alert(1)>' })).toBeTruthy();
    expect(document.querySelector('img[src="x"]')).toBeNull();
  });

  it('a news list shows three skeleton cards while it loads', async () => {
    await open(listing([post()]));
    const status = screen.getByText('Loading blogs').closest('[role="status"]');
    expect(status?.querySelectorAll(':scope > .skeleton')).toHaveLength(3);
    await screen.findByRole('heading', { level: 2 });
  });

  it.each([
    [blogs, 'No articles found.'],
    [events, 'No articles found.'],
    [insights, 'No insights found.'],
  ])('when there are no posts, the news list of $name says so', async (category, text) => {
    await open(listing([]), { category });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('a news list shows a page number beyond the last page as an empty list, without an error', async () => {
    await open(refusal(400, 'rest_post_invalid_page_number'), { page: 9 });
    expect(await screen.findByText('No articles found.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All blogs' }).getAttribute('href')).toBe('/blogs');
    expect(screen.queryByText('Request failed')).toBeNull();
  });

  it.each([
    [blogs, 'Unable to show blogs currently.'],
    [events, 'Unable to show any events currently.'],
    [insights, 'Unable to show Marine insights currently.'],
  ])(
    'the news list of $name shows an error, a toast and a retry button when it cannot be loaded',
    async (category, text) => {
      await open(refusal(404, 'NOT_FOUND'), { category });
      // The text is shown on the page and in the toast. React shows the lazy toast region at least 300 ms late.
      await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2), { timeout: 10_000 });
      const toast = screen.getAllByText(text).find((element) => element.closest('[role="status"]'));
      const region = toast?.closest<HTMLElement>('[role="status"]');
      expect(region?.textContent).toContain('Request failed');
      expect(region?.style.getPropertyValue('--notification-color')).toContain('--ink');
      expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    },
  );
});

describe('pagination of a news list', () => {
  it('a news list has page links up to the number of pages that the response header gives', async () => {
    await open(listing([post()], 12), { page: 5 });
    const pages = within(await screen.findByRole('navigation', { name: 'Pages' }));
    const links = pages
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
    expect(links).toEqual([
      ['Previous page', '/blogs?page=4'],
      ['Page 1', '/blogs'],
      ['Page 4', '/blogs?page=4'],
      ['Page 5', '/blogs?page=5'],
      ['Page 6', '/blogs?page=6'],
      ['Page 12', '/blogs?page=12'],
      ['Next page', '/blogs?page=6'],
    ]);
    expect(pages.getByRole('link', { current: 'page' }).textContent).toBe('5');
  });

  it('a news list with one page has no pagination', async () => {
    await open(listing([post()], 1));
    await screen.findByRole('heading', { level: 2 });
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });
});
