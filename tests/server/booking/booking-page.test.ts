import { describe, expect, it } from 'vitest';
import type { BookingGroup } from '../../../contract/booking.ts';
import { openAcademy } from './academy.ts';
import { courses, packages, settings } from './academy-seed.ts';

const { visit, db, enrol, clock } = await openAcademy();
const student = await enrol();

async function groups(query: string): Promise<BookingGroup[]> {
  const response = await student.get(`/api/booking-groups/booking-page?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

async function saveSettings(change: object): Promise<void> {
  const body = JSON.stringify({ ...settings, ...change });
  await db.updateTable('cms_documents').set({ body }).where('key', '=', 'booking-settings').execute();
  clock.advance(1000);
}

describe('the Book Online page', () => {
  it('the booking page lists groups of single courses with their batches and prices', async () => {
    const [safety, bridge] = await groups('courseType=individual');
    expect(safety).toMatchObject({ id: 1, title: 'Safety', packages: [] });
    expect(safety?.courses.map((course) => course.id)).toEqual([courses.fire, courses.firstAid]);
    expect(safety?.courses[0]).toMatchObject({
      ...{ featured_image_url: '/media/courses/101.webp', price: { main: 5500.5 } },
      ...{ courseDiscounts: [], prerequisites: [] },
    });
    expect(safety?.courses[0]).not.toHaveProperty('short_description');
    expect(safety?.courses[0]?.batches).toHaveLength(5);
    expect(bridge?.courses[0]?.price).toEqual({ main: 8750.09, struck: 10_000.1, percent_off: 12 });
  });

  it('the booking page lists groups of packages with their courses, batches and prices', async () => {
    const [, bridge] = await groups('courseType=packages');
    expect(bridge?.courses).toEqual([]);
    expect(bridge?.packages[0]).toMatchObject({
      id: packages.sea,
      ...{ package_name: 'Sea Start', description: 'Fire and radar.', duration: 6, duration_unit: 'day' },
      ...{ total_fee: 15_000, actual_fee: 15_000, featured_image_url: '/media/packages/1.webp' },
      price: { main: 13_500, struck: 15_500.6, percent_off: 13 },
      discounts: [{ id: 2801, type: 'percentage', value: 10, crossed_out_price: 'course-sum' }],
    });
    expect(bridge?.packages[0]?.courses.map((course) => [course.id, course.batches.length])).toEqual([
      [courses.fire, 5],
      [courses.radar, 2],
    ]);
  });

  it('the booking page lists no package that is no longer sold', async () => {
    const sell = (is_active: boolean) =>
      db.updateTable('packages').set({ is_active }).where('id', '=', packages.sea).execute();
    await sell(false);
    clock.advance(1000);
    expect((await groups('courseType=packages')).map((group) => group.id)).toEqual([1]);
    await sell(true);
    clock.advance(1000);
  });

  it('the response for the booking page is compressed and may not be stored by caches', async () => {
    const url = '/api/booking-groups/booking-page?courseType=individual';
    const { headers } = await student.get(url, { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', 'cache-control': 'no-store' });
  });

  it('a search on the booking page leaves out groups without a matching course or package', async () => {
    expect((await groups('courseType=individual&searchTerm=radar')).map((group) => group.id)).toEqual([2]);
    expect((await groups('courseType=packages&searchTerm=first%20aid')).map((group) => group.id)).toEqual([1]);
    expect(await groups('courseType=packages&searchTerm=zzz')).toEqual([]);
  });

  it('the API call for the booking page returns optional columns on request, and 400 for an unknown column', async () => {
    const [safety] = await groups('courseType=individual&courseColumns=short_description&batchColumns=id,available');
    expect(safety?.courses[0]?.short_description).toBe('Fire Fighting in short.');
    for (const parameter of ['courseColumns', 'packageColumns', 'batchColumns', 'discountColumns']) {
      const response = await student.get(`/api/booking-groups/booking-page?courseType=packages&${parameter}=secret`);
      expect(response.statusCode).toBe(400);
      expect(response.json().fields).toHaveProperty(parameter);
    }
  });

  it('the API call for the booking page can return only the requested columns of batches and discounts, plus their ids', async () => {
    const [safety, bridge] = await groups('courseType=individual&batchColumns=available&discountColumns=value');
    expect(safety?.courses[0]?.batches.map((one) => Object.keys(one).sort())).toEqual(
      Array.from({ length: 5 }, () => ['available', 'batch_id', 'id']),
    );
    expect(bridge?.courses[0]?.courseDiscounts?.map((one) => Object.keys(one).sort())).toEqual([['id', 'value']]);
  });

  it('the API call for the booking page can return only the requested columns of a package, plus its id, name, price and courses', async () => {
    const query = 'courseType=packages&packageColumns=duration,discounts&batchColumns=status&discountColumns=type';
    const [, bridge] = await groups(query);
    const [sea] = bridge?.packages ?? [];
    expect(Object.keys(sea ?? {}).sort()).toEqual(['courses', 'discounts', 'duration', 'id', 'package_name', 'price']);
    expect(sea?.discounts).toEqual([{ id: 2801, type: 'percentage' }]);
    expect(Object.keys(sea?.courses[0]?.batches[0] ?? {}).sort()).toEqual(['batch_id', 'id', 'status']);
    const [, short] = await groups('courseType=packages&packageColumns=duration_unit');
    expect(Object.keys(short?.packages[0] ?? {}).sort()).toEqual([
      ...['courses', 'duration_unit', 'id', 'package_name', 'price'],
    ]);
  });

  it('the booking page returns 401 to a visitor who is not signed in while the settings require a login, and 200 otherwise', async () => {
    const refused = await visit('/api/booking-groups/booking-page?courseType=packages');
    expect(refused.statusCode).toBe(401);
    expect(refused.json().code).toBe('UNAUTHORIZED_REQUEST');
    await saveSettings({ require_login: false });
    expect((await visit('/api/booking-groups/booking-page?courseType=packages')).statusCode).toBe(200);
    await saveSettings({});
  });
});

describe('booking settings', () => {
  it('the API call for the booking settings returns all settings, or only the requested columns plus the id', async () => {
    expect((await visit('/api/booking-groups/settings')).json().data).toEqual(settings);
    const some = await visit('/api/booking-groups/settings?columns=terms_title,enable_booking');
    expect(some.json().data).toEqual({ id: 1, terms_title: 'Terms', enable_booking: true });
    expect((await visit('/api/booking-groups/settings?columns=secret')).statusCode).toBe(400);
  });

  it('while no content is loaded, the API call for the booking settings returns 404, and the booking page requires a login', async () => {
    const stored = await db
      .deleteFrom('cms_documents')
      .where('key', '=', 'booking-settings')
      .returning(['key', 'body'])
      .executeTakeFirstOrThrow();
    clock.advance(1000);
    expect((await visit('/api/booking-groups/settings')).statusCode).toBe(404);
    expect((await visit('/api/booking-groups/booking-page?courseType=packages')).statusCode).toBe(401);
    await db
      .insertInto('cms_documents')
      .values({ ...stored, body: JSON.stringify(stored.body) })
      .execute();
    clock.advance(1000);
  });
});
