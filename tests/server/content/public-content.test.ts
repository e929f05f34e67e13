import { describe, expect, it } from 'vitest';
import { loadContent } from '../../../server/content/load/load-content.ts';
import { createTestDatabase } from '../../support/database.ts';
import { checkFolder, createContentFolder } from './content-folder.ts';

const { db } = await createTestDatabase();

const post = {
  id: 7,
  category_id: 1,
  slug: 'hello-sea',
  title: 'Hello & welcome',
  excerpt: 'A first word.',
  content: '<p>Text.</p>',
  date_in_days: -2,
  time: '09:30',
  author: 'ann',
  image_url: null,
  tags: ['life'],
};
const ann = { id: 1, slug: 'ann', name: 'Ann', profile_url: '/media/brand/logo.svg' };

describe('the check of public pages in a content folder', () => {
  it('the content check reports each required page whose file is missing', async () => {
    const folder = await createContentFolder();
    await folder.remove('cms/about.json');
    await folder.remove('policies/anti-ragging.json');
    expect(await checkFolder(folder)).toEqual([
      'cms/about.json  file is missing',
      'policies/anti-ragging.json  file is missing',
    ]);
  });

  it('the content check refuses an unknown key or type of a content item in a policy page', async () => {
    const folder = await createContentFolder();
    const items = [
      { id: 'a', order: 1, type: 'note', data: { content: 'Mind.', colour: 'red' } },
      { id: 'b', order: 2, type: 'poem', data: {} },
    ];
    const meta = { title: 'T', description: 'D', keywords: 'K', canonicalUrl: '/terms' };
    const sections = [{ id: 's', title: 'S', contentItems: items }];
    const policy = { title: 'T', effectiveDate: '2026-04-01', introText: 'I', sections, meta };
    await folder.write('policies/terms.json', policy);
    expect(await checkFolder(folder)).toEqual([
      'policies/terms.json  sections[0].contentItems[0].data.colour  unknown key',
      expect.stringContaining('policies/terms.json  sections[0].contentItems[1].type  '),
    ]);
  });

  it('the content check reports redirects that hide a page, are duplicated, lead to another redirect or lead nowhere', async () => {
    const folder = await createContentFolder();
    await folder.write('redirects.json', [
      { from: '/courses/old-one/', to: '/course-booking/course-one-1' },
      { from: '/Courses/old-one', to: '/course-booking/course-one-9' },
      { from: '/courses/pre-sea-courses/', to: '/courses/old-one' },
      { from: 'https://elsewhere.example/a', to: '//elsewhere.example' },
    ]);
    expect(await checkFolder(folder)).toEqual([
      'redirects.json  [1].from  /Courses/old-one is redirected twice',
      'redirects.json  [1].to  leads nowhere: /course-booking/course-one-9',
      'redirects.json  [2].from  is an address of this site already, which a redirect would hide: /courses/pre-sea-courses/',
      'redirects.json  [2].to  is itself redirected: /courses/old-one',
      "redirects.json  [3].from  is no path: 'https://elsewhere.example/a'",
      "redirects.json  [3].to  is no path: '//elsewhere.example'",
    ]);
  });

  it('the content check reports posts with an unknown author or category, a duplicate id or unsafe HTML', async () => {
    const folder = await createContentFolder();
    await folder.write('authors.json', [ann]);
    await folder.write('posts/one.json', { ...post, content: '<p>Hi<script>x()</script></p>' });
    await folder.write('posts/two.json', { ...post, category_id: 1, author: 'bob' });
    await folder.write('posts/three.json', { ...post, id: 8, category_id: 5 });
    expect(await checkFolder(folder)).toEqual([
      'posts/one.json  content  <script> is not allowed',
      'posts/three.json  category_id  no such category',
      'posts/two.json  id  post id 7 is taken by posts/one.json id',
      'posts/two.json  author  there is no author bob',
    ]);
  });

  it('the content check reports a video whose files are missing from the content folder', async () => {
    const folder = await createContentFolder();
    const video = {
      title: 'Film',
      videoUrl: '/media/video/film.webm',
      posterImageUrl: '/media/brand/logo.svg',
      captionsUrl: '/media/video/film.vtt',
      width: 640,
      height: 400,
      seconds: 20,
    };
    const about = { title: 'A', content: '<p>B</p>', video, button: { label: 'More', url: '/about-us' } };
    await folder.write('home.json', { hero: { title: 'Hello', text: 'There', approvals: [] }, cards: [], about });
    expect(await checkFolder(folder)).toEqual([
      'home.json  about.video.videoUrl  names a file that is missing',
      'home.json  about.video.captionsUrl  names a file that is missing',
    ]);
  });
});

describe('loading posts', () => {
  it('later content loads keep the publication dates of posts, update changed posts and delete removed posts', async () => {
    const folder = await createContentFolder();
    const event = { start_in_days: 5, end_in_days: 6, place: 'Quay' };
    await folder.write('authors.json', [ann]);
    await folder.write('posts/one.json', { ...post, event });
    await folder.write('posts/two.json', { ...post, id: 8, author: null });
    await loadContent(db, folder.path, { today: '2026-05-30' });
    const read = () =>
      db.selectFrom('posts').select(['id', 'published_at', 'author_id', 'body']).orderBy('id').execute();
    const [first, second] = await read();
    expect(first?.published_at.toISOString()).toBe('2026-05-28T04:00:00.000Z');
    expect(first?.author_id).toBe(ann.id);
    expect(first?.body).toMatchObject({
      event: { event_start: '2026-06-04', event_end: '2026-06-05', event_place: 'Quay' },
    });
    expect(second).toMatchObject({ author_id: null, body: { event: null } });
    await folder.write('posts/one.json', { ...post, title: 'New words' });
    await folder.remove('posts/two.json');
    await loadContent(db, folder.path, { today: '2026-08-01' });
    const after = await read();
    expect(after.map(({ id, body }) => [id, (body as { title: string }).title])).toEqual([[7, 'New words']]);
    expect(after[0]?.published_at).toEqual(first?.published_at);
  });

  it('posts, events and notices with fixed dates keep these dates on whatever day the content is loaded', async () => {
    const folder = await createContentFolder();
    const { date_in_days: _, ...undated } = post;
    const event = {
      start_date: '2027-04-05',
      end_date: '2027-04-06',
      start_time: '09:00',
      end_time: '17:00',
      place: 'Quay',
    };
    const notice = {
      id: 1,
      title: 'Open',
      content: '<p>Open.</p>',
      order: 1,
      date: '2027-02-01',
      expires: '2027-02-28',
    };
    await folder.write('authors.json', [ann]);
    await folder.write('notices.json', [notice]);
    for (const [title, today] of [
      ['Hello', '2026-05-30'],
      ['Hello again', '2026-08-01'],
    ] as const) {
      await folder.write('posts/one.json', { ...undated, title, date: '2027-03-01', event });
      expect(await checkFolder(folder)).toEqual([]);
      await loadContent(db, folder.path, { today });
      const [stored] = await db.selectFrom('posts').select(['published_at', 'body']).execute();
      expect(stored?.published_at.toISOString()).toBe('2027-03-01T04:00:00.000Z');
      expect(stored?.body).toMatchObject({ title, event: { event_start: '2027-04-05', event_end: '2027-04-06' } });
      const [shown] = await db.selectFrom('notices').select(['date', 'expiry_date']).execute();
      expect(shown).toEqual({ date: '2027-02-01', expiry_date: '2027-02-28' });
    }
  });

  it('the content check refuses a post with both or neither of date and date_in_days, and an event with start_date and end_in_days', async () => {
    const folder = await createContentFolder();
    await folder.write('authors.json', [ann]);
    const faultsOf = async (change: object) => {
      await folder.write('posts/one.json', { ...post, ...change });
      return checkFolder(folder);
    };
    expect(await faultsOf({ date_in_days: undefined })).toHaveLength(1);
    expect(await faultsOf({ date: '2027-03-01' })).toHaveLength(1);
    expect(await faultsOf({ date_in_days: undefined, date: '2027-02-30' })).toHaveLength(1);
    expect(await faultsOf({ event: { place: 'Quay', start_date: '2027-04-05', end_in_days: 3 } })).toEqual([
      'posts/one.json  event.end_date  must be a date if start_date is one, and days if it is days',
    ]);
    expect(await faultsOf({ event: { place: 'Quay', start_date: '2027-04-05', end_date: '2027-04-01' } })).toEqual([
      'posts/one.json  event  ends before it starts',
    ]);
  });
});
