import { beforeAll, describe, expect, it } from 'vitest';
import type { Header, Home, MenuItem } from '../../../contract/content.ts';
import { openAcademy } from '../booking/academy.ts';
import { courses } from '../booking/academy-seed.ts';

const { db, visit, clock } = await openAcademy();

const menuItem = (id: number, more: Partial<MenuItem>): MenuItem => ({
  id,
  parent_id: null,
  label: `Item ${id}`,
  url: `/item-${id}`,
  is_active: true,
  has_mega_menu: false,
  mega_menu: null,
  ...more,
});

const mega = {
  columns: [{ type: 'link_list' as const, title: 'Courses', links: [{ label: 'All', url: '/courses-list' }] }],
};
const brand = {
  name: 'Landfall Maritime Academy',
  short_name: 'Landfall',
  product: 'Landfall',
  description: 'A maritime academy.',
  admissions_phones: ['1', '2', '3', '4'],
  support_phones: ['1', '2'],
  ivrs: '5',
  email: 'office@example.com',
  live_chat_url: 'https://chat.example.com',
  address: 'Chennai',
};
const footer = {
  about_us_description: 'About.',
  quicklinks_title: 'Links',
  quicklinks: [{ label: 'Home', url: '/' }],
  contact_title: 'Contact',
  offices: [{ label: 'Chennai', address: 'Beach road' }],
  contact_numbers_title: 'Numbers',
  email: 'office@example.com',
  ivrs: '5',
  telephone_label: 'Phone',
  office_label: 'Office',
  numbers: ['1'],
  certifications: ['ISO 9001:2015'],
};
const items = [
  menuItem(1, { has_mega_menu: true, mega_menu: mega }),
  menuItem(2, { parent_id: 1 }),
  menuItem(3, { is_active: false }),
  menuItem(4, { parent_id: 3 }),
];
const hero = {
  title: 'Go to sea',
  text: 'Learn.',
  approvals: [{ label: 'ISO', imageUrl: '/media/brand/approval-iso.svg' }],
};
const cards = [3, 4, 2].map((category_id) => ({ category_id, title: `Card ${category_id}`, text: 'Text.' }));
const notice = (id: number, expiry_date: string, position: number) => ({
  id,
  title: `Notice ${id}`,
  content: '<p>Text.</p>',
  date: '2026-03-01',
  expiry_date,
  position,
});

const documents = { brand, header: { items }, footer, home: { hero, cards } };

async function read<T>(path: string): Promise<T> {
  const response = await visit(`/api/cms${path}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

it('the API calls for header, footer and home page return 404 before content is loaded', async () => {
  for (const path of ['header', 'footer', 'home']) expect((await visit(`/api/cms/${path}`)).statusCode).toBe(404);
});

describe('the loaded content', () => {
  beforeAll(async () => {
    const rows = Object.entries(documents).map(([key, body]) => ({ key, body: JSON.stringify(body) }));
    await db.insertInto('cms_documents').values(rows).execute();
    await db
      .insertInto('notices')
      .values([notice(1, '2026-03-10', 2), notice(2, '2026-03-09', 1), notice(3, '2026-04-30', 1)])
      .execute();
    clock.advance(1000);
  });

  it('the API call for the header returns the active menu items, or on request only the items for phones or for desktops', async () => {
    expect(await read<Header>('/header')).toEqual({ brand, items: [items[0], items[1]] });
    const phone = await read<Header>('/header?mobileOnly=true');
    expect(phone.items[0]).toMatchObject({ has_mega_menu: false, mega_menu: null });
    expect(phone.items).toHaveLength(2);
    expect((await read<Header>('/header?desktopOnly=true')).items).toEqual([items[0]]);
  });

  it('the API call for the footer returns the footer of the loaded content', async () => {
    expect(await read('/footer')).toEqual(footer);
  });

  it('each category card on the home page lists up to four active courses in the order of their position', async () => {
    const extra = await db.selectFrom('courses').selectAll().where('id', '=', courses.radar).executeTakeFirstOrThrow();
    const copies = [411, 412, 413, 414].map((id) => ({
      ...extra,
      id,
      course_code: `R${id}`,
      position: id,
      detail: '{}',
      prerequisites: '[]',
    }));
    await db
      .insertInto('courses')
      .values([
        ...copies,
        { ...extra, id: 415, course_code: 'R415', position: 0, is_active: false, detail: '{}', prerequisites: '[]' },
      ])
      .execute();
    clock.advance(1000);
    const home = await read<Home>('/home');
    expect(home.hero).toEqual(hero);
    expect(home.cards.map((card) => card.courses.map((course) => course.id))).toEqual([
      [courses.cadet],
      [courses.radar, 411, 412, 413],
      [],
    ]);
    expect(home.cards[1]?.courses[0]).toMatchObject({
      featured_image_url: '/media/courses/401.webp',
      total_fee: 10_000.1,
    });
  });

  it('the home page hides a notice on the day after it expires, and sorts notices by position', async () => {
    const ids = async () => (await read<Home>('/home')).notices.map((one) => one.id);
    expect(await ids()).toEqual([3, 1]);
    // 18:30 UTC is midnight in Chennai, so the next day begins there.
    clock.advance(12.5 * 3_600_000);
    expect(await ids()).toEqual([3]);
  });
});
