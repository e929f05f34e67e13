import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CmsPage } from '../../../contract/cms.ts';
import { listDepartments } from '../../../contract/departments.ts';
import { endpointUrl } from '../../../contract/endpoint-url.ts';
import { newsCategories } from '../../../contract/news-categories.ts';
import { departmentCall } from '../../../contract/page-calls.ts';
import { createQueryClient } from '../../../src/app/query-client.ts';
import { bookingQueries } from '../../../src/booking/booking.queries.ts';
import { courseQueries } from '../../../src/catalogue/course.queries.ts';
import { departmentQueries } from '../../../src/catalogue/departments/department.queries.ts';
import { cmsQueries } from '../../../src/content/cms/cms.queries.ts';
import { contentQueries } from '../../../src/content/content.queries.ts';
import { newsQueries } from '../../../src/news/news.queries.ts';
import { rowsOf } from '../../../src/offline/download/course-search.ts';
import { libraryStore } from '../../../src/offline/download/library-store.ts';
import { makeSavedIndex } from '../../../src/search/saved-index.ts';
import { answeringApi } from '../../support/answers.ts';
import { brand, course, menuItem } from '../catalogue/academy.ts';
import { coursesResponse } from '../offline/download/course-response.ts';

const [blogs] = newsCategories;
const fire = course({});
const survival = course({ id: 401, course_name: 'Personal Survival Techniques (PST)', course_code: 'PST' });

/** A page without a connection: every call fails. */
let client: ReturnType<typeof createQueryClient>;
const titles = async (query: string) =>
  (await makeSavedIndex(client)).find(query, 20).map(({ kind, title }) => `${kind}: ${title}`);

async function saveLibrary(paths: string[], courses: ReturnType<typeof coursesResponse>[] = []): Promise<void> {
  const part = { id: 'courses-1', kind: 'courses', hash: 'a', bytes: 1, items: courses.length } as const;
  const answers = [...courses.map((body, index) => ({ path: `/c${index}`, body }))];
  const responses = [...answers, ...paths.map((path) => ({ path, body: {} }))];
  await libraryStore.saveBundle(part, responses, { at: 1, rows: rowsOf(answers) });
}

beforeEach(async () => {
  client = createQueryClient(answeringApi({}).api);
  await libraryStore.clear();
});

describe('the search of what a device has saved', () => {
  it('an offline search finds nothing on a device without saved pages', async () => {
    expect(await titles('fire')).toEqual([]);
  });

  it('an offline search finds a course whose page is saved, even with spelling mistakes, but not a course that only a saved list contains', async () => {
    client.setQueryData(courseQueries.byCategory(4).queryKey, { courses: [fire, survival], total: 2 });
    client.setQueryData(courseQueries.detail(401).queryKey, survival);
    expect(await titles('persnal survial')).toEqual(['course: Personal Survival Techniques (PST)']);
    expect(await titles('fire')).toEqual([]);
  });

  it('an offline search finds a downloaded course by its tags, and lists a course with a matching code first', async () => {
    const chart = coursesResponse({
      id: 423,
      name: 'Electronic Chart',
      code: 'ECDIS',
      days: 5,
      fee: 900,
      tags: 'maps',
    });
    const typed = coursesResponse({ id: 424, name: 'ECDIS Type-Specific', code: 'TST', days: 1, fee: 300 });
    await saveLibrary([], [typed, chart]);
    expect(await titles('ecdis')).toEqual(['course: Electronic Chart', 'course: ECDIS Type-Specific']);
    const [found] = (await makeSavedIndex(client)).find('maps', 20);
    expect(found?.url).toBe('/course-booking/electronic-chart-423');
  });

  it('an offline search finds a course package by the name of a course in the package', async () => {
    const pack = { id: 801, package_name: 'Basic Safety Pack', description: 'Four in a week', courses: [survival] };
    const group = { id: 1, title: '', description: '', courses: [], packages: [pack] };
    client.setQueryData(bookingQueries.groups(null, 'packages', '').queryKey, [group] as never);
    expect(await titles('pst')).toEqual(['package: Basic Safety Pack']);
  });

  it('an offline search finds only those pages, course lists and departments that are saved on the device', async () => {
    const meta = {
      title: 'About us | Harbour',
      description: 'Since 1970',
      keywords: 'history',
      canonicalUrl: '/about-us',
    };
    const page = { meta, hero: { title: 'Who we are' }, sections: [] } as unknown as CmsPage;
    client.setQueryData(cmsQueries.page('about').queryKey, page);
    const items = [
      menuItem({ id: 1, label: 'All courses', url: '/courses-list' }),
      menuItem({ id: 2, label: 'Events', url: '/events' }),
    ];
    client.setQueryData(contentQueries.header().queryKey, { brand, items });
    const department = { slug: 'nautical', status: 'active', show_on_website: true } as const;
    client.setQueryData(departmentQueries.list().queryKey, [
      { ...department, id: 1, department_name: 'Nautical Science' },
      { ...department, id: 2, department_name: 'Nautical Engines' },
    ]);
    await saveLibrary([endpointUrl(listDepartments, departmentCall(1))]);
    expect(await titles('history')).toEqual(['page: About us']);
    expect(await titles('all courses')).toEqual(['page: All courses']);
    expect(await titles('events')).toEqual([]);
    expect(await titles('nautical')).toEqual(['page: Nautical Science']);
  });

  it('an offline search lists a saved blog post only once, even if several saved pages contain the post', async () => {
    const post = { id: 41, slug: 'ropes', title: 'Ropes & people', day: '', excerpt: 'Mooring', tags: [] };
    const other = { ...post, id: 42, title: 'Ropes & knots' };
    client.setQueryData(newsQueries.page(blogs, 1).queryKey, { posts: [post, other], pages: 1 });
    client.setQueryData(newsQueries.latest(blogs, 4).queryKey, [post]);
    client.setQueryData(newsQueries.post(41).queryKey, { id: 41 } as never);
    expect(await titles('ropes')).toEqual(['post: Ropes & people']);
    expect(await titles('mooring')).toEqual(['post: Ropes & people']);
  });
});
