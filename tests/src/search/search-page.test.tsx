import 'fake-indexeddb/auto';
import { useLocation } from '@tanstack/react-router';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { searchResultLimit } from '../../../contract/limits.ts';
import type { SearchResult } from '../../../contract/search-index.ts';
import { courseQueries } from '../../../src/catalogue/course.queries.ts';
import { connection } from '../../../src/offline/connection/page-connection.ts';
// The page loads this module lazily. Import it first, so that its load time does not count towards test timeouts.
import '../../../src/search/saved-index.ts';
import { SearchPage } from '../../../src/search/search-page.tsx';
import { readSearchText } from '../../../src/search/search-text.ts';
import { type Answered, answeringApi, refusal } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { course } from '../catalogue/academy.ts';

const result = (kind: SearchResult['kind'], title: string): SearchResult => ({
  kind,
  title,
  subtitle: `About ${title}`,
  url: `/${kind}/${title.toLowerCase()}`,
});
const found = (...results: SearchResult[]): Answered => ({ body: { statusCode: 200, data: { results } } });
const pst = course({ id: 401, course_name: 'Personal Survival Techniques (PST)', course_code: 'PST' });

function SearchAtAddress() {
  return <SearchPage text={readSearchText((useLocation().search as { q?: unknown }).q)} />;
}

async function open(answer: Answered | ((text: string) => Answered), at = '/search') {
  const { api, sent } = answeringApi({
    'GET /api/search': ({ url }) =>
      typeof answer === 'function' ? answer(new URL(url, 'https://site.invalid').searchParams.get('q') ?? '') : answer,
  });
  const page = await renderInPage(<SearchAtAddress />, { api, at });
  const searches = () => sent.flatMap(({ url }) => (url.startsWith('/api/search') ? [url] : []));
  return { ...page, searches, person: userEvent.setup() };
}

const field = () => screen.getByRole('searchbox', { name: 'Name, code or abbreviation' }) as HTMLInputElement;
const isAnnounced = (text: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(text));

afterEach(() => {
  vi.unstubAllGlobals();
  act(() => connection.report('ours'));
});

describe('the search page', () => {
  it('the search page groups results by type with a count, and announces the total to screen readers', async () => {
    await open(found(result('course', 'ECDIS'), result('post', 'Charts'), result('course', 'ARPA')), '/search?q=chart');
    await isAnnounced('3 results for “chart”');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Courses (2)',
      'Posts (1)',
    ]);
    const courses = within(screen.getByRole('region', { name: 'Courses (2)' }));
    expect(courses.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/course/ecdis',
      '/course/arpa',
    ]);
    expect(courses.getByText('About ECDIS')).toBeTruthy();
    expect(field().value).toBe('chart');
  });

  it('the search page says “The 20 best results” when the server returns its maximum of 20', async () => {
    const many = Array.from({ length: searchResultLimit }, (_, index) => result('course', `Course ${index}`));
    await open(found(...many), '/search?q=course');
    await isAnnounced('The 20 best results for “course”');
  });

  it('without a search text, the search page sends no request and shows the course categories', async () => {
    const { searches } = await open(found());
    expect(document.activeElement).toBe(field());
    const categories = screen.getByRole('navigation', { name: 'Course categories' });
    expect(within(categories).getAllByRole('link')).toHaveLength(4);
    expect(searches()).toEqual([]);
  });

  it('the search page starts the search after a pause in typing and puts the search text into the URL', async () => {
    const { person, router, searches } = await open((text) => found(result('course', text)));
    await person.type(field(), 'ecdis');
    await isAnnounced('1 result for “ecdis”');
    expect(searches()).toEqual(['/api/search?q=ecdis']);
    expect(router.state.location.href).toBe('/search?q=ecdis');
    expect(document.activeElement).toBe(field());
  });

  it('pressing Enter on the search page searches at once and moves the focus to the number of results', async () => {
    const { person } = await open((text) => found(result('course', text)));
    await person.type(field(), 'pst{Enter}');
    await isAnnounced('1 result for “pst”');
    expect(document.activeElement?.textContent).toBe('1 result for “pst”');
    await person.tab();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'pst' }));
  });

  it('the search page shows the previous results until the new results arrive', async () => {
    const { person } = await open((text) => found(result('course', text)), '/search?q=fire');
    await isAnnounced('1 result for “fire”');
    await person.type(field(), ' fighting');
    expect(screen.getByRole('link', { name: 'fire' })).toBeTruthy();
    await isAnnounced('1 result for “fire fighting”');
    expect(screen.queryByRole('link', { name: 'fire' })).toBeNull();
  });

  it('on the search page, following a link to /search clears and focuses the search field', async () => {
    const { router } = await open(found(result('course', 'ECDIS')), '/search?q=ecdis');
    await isAnnounced('1 result for “ecdis”');
    expect(document.activeElement).not.toBe(field());
    await act(() => router.navigate({ to: '/search' as never }));
    expect([field().value, document.activeElement]).toEqual(['', field()]);
    expect(screen.queryByRole('link', { name: 'ECDIS' })).toBeNull();
  });

  it('a search for one letter is not sent to the server, and the search page asks for at least two letters', async () => {
    const { searches } = await open(found(), '/search?q=e');
    await isAnnounced('Type at least two letters.');
    expect(searches()).toEqual([]);
  });

  it('a search without results says that nothing was found and suggests what to do next', async () => {
    await open(found(), '/search?q=zzzz');
    await isAnnounced('Nothing found for “zzzz”.');
    expect(screen.getByText('Check the spelling, or search for fewer words.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Explore Courses' }).getAttribute('href')).toBe('/courses-list');
  });

  it('the search page shows “Searching” until the results arrive', async () => {
    await open(found(), '/search?q=fire');
    expect(screen.getByText('Searching').closest('[role="status"]')?.getAttribute('aria-busy')).toBe('true');
    await isAnnounced('Nothing found for “fire”.');
  });

  it('when the server refuses a search, the page shows an error, and “Try again” repeats the search', async () => {
    let isBroken = true;
    const { person } = await open(
      () => (isBroken ? refusal(400, 'INVALID_REQUEST') : found(result('course', 'ECDIS'))),
      '/search?q=ecdis',
    );
    expect((await screen.findByRole('alert')).textContent).toContain('The search did not work.');
    isBroken = false;
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await isAnnounced('1 result for “ecdis”');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('the search form can be submitted to the search page without JavaScript', async () => {
    await open(found());
    const form = field().form as HTMLFormElement;
    expect([form.getAttribute('action'), form.method, field().name]).toEqual(['/search', 'get', 'q']);
    expect(within(form).getByRole('button', { name: 'Search' }).getAttribute('type')).toBe('submit');
  });
});

describe('the search page offline', () => {
  const notice = 'You are offline. Only pages that are saved on this device are searched.';

  async function openOffline(at: string) {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await act(() => connection.probe());
    const page = await open('no answer');
    act(() => {
      page.queryClient.setQueryData(courseQueries.byCategory(4).queryKey, { courses: [pst], total: 1 });
      page.queryClient.setQueryData(courseQueries.detail(401).queryKey, pst);
    });
    await act(() => page.router.navigate({ href: at }));
    return page;
  }

  it('an offline search finds only saved pages, shows a notice about this limit, and sends no request', async () => {
    const { searches } = await openOffline('/search?q=survial');
    await isAnnounced('1 result for “survial”');
    expect(screen.getByRole('link', { name: 'Personal Survival Techniques (PST)' })).toBeTruthy();
    expect(screen.getByText(notice)).toBeTruthy();
    expect(searches()).toEqual([]);
  });

  it('an offline search without results says that nothing saved on the device matches', async () => {
    await openOffline('/search?q=ecdis');
    await isAnnounced('Nothing found for “ecdis”.');
    expect(screen.getByText('Nothing that is saved on this device matches.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('when the server does not respond to a search, the search page searches the pages saved on the device', async () => {
    await open('no answer', '/search?q=ecdis');
    expect(await screen.findByText(/^Our server did not respond. Only pages/, {}, { timeout: 10_000 })).toBeTruthy();
    await isAnnounced('Nothing found for “ecdis”.');
  });

  it('an offline search is sent to the server as soon as the connection returns', async () => {
    const { searches } = await openOffline('/search?q=survial');
    await isAnnounced('1 result for “survial”');
    act(() => connection.report('ours'));
    await waitFor(() => expect(searches()).toEqual(['/api/search?q=survial']));
  });
});
