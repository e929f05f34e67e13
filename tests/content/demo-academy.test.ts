import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { courseDetailSchema } from '../../contract/course.ts';
import { feesByYear } from '../../contract/fees-by-year.ts';
import { checkContent } from '../../server/content/check/check-content.ts';
import { documentSchemas, listSchemas, studentsSchema } from '../../server/content/files/content-schema.ts';
import { courseFileSchema } from '../../server/content/files/course-file.ts';

const folder = join(import.meta.dirname, '../../content');

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, file), 'utf8'));
}

const names = (await readdir(join(folder, 'courses'))).sort();
const courses = await Promise.all(names.map(async (name) => courseFileSchema.parse(await readJson(`courses/${name}`))));
const header = documentSchemas.header.parse(await readJson('header.json'));
const footer = documentSchemas.footer.parse(await readJson('footer.json'));
const about = documentSchemas.about.parse(await readJson('cms/about.json'));
const contact = documentSchemas.contact.parse(await readJson('cms/contact.json'));
const home = documentSchemas.home.parse(await readJson('home.json'));
const packages = listSchemas.packages.parse(await readJson('packages.json'));
const notices = listSchemas.notices.parse(await readJson('notices.json'));
const students = studentsSchema.parse(await readJson('students.json'));

describe('the demo academy', () => {
  it('the demo content passes the content check', async () => {
    expect(await checkContent(folder)).toEqual([]);
  });

  it('the demo content has at least 45 courses in four categories and 8 packages', () => {
    expect(courses.length).toBeGreaterThanOrEqual(45);
    expect(new Set(courses.map(({ category_id }) => category_id))).toEqual(new Set([1, 2, 3, 4]));
    expect(new Set(courses.map(({ course_template }) => course_template)).size).toBe(4);
    expect(packages.length).toBeGreaterThanOrEqual(8);
  });

  it('every field of the course schema is used by at least one demo course', () => {
    const filled = new Set(courses.flatMap((course) => Object.keys(course)));
    expect(Object.keys(courseDetailSchema.shape).filter((name) => !filled.has(name))).toEqual([]);
  });

  it('the demo courses have all four kinds of discounts: percentage or fixed, each crossing out either the base price or the sum of fees', () => {
    const kinds = (discounts: ReadonlyArray<{ type: string; crossed_out_price: string }>) =>
      new Set(discounts.map(({ type, crossed_out_price }) => `${type} ${crossed_out_price}`));
    expect(kinds(courses.flatMap(({ discounts }) => discounts)).size).toBe(4);
    const ofPackages = packages.flatMap(({ discounts }) => discounts);
    expect(new Set(ofPackages.map(({ type }) => type)).size).toBe(2);
    expect(new Set(ofPackages.map(({ crossed_out_price }) => crossed_out_price)).size).toBe(2);
  });

  it('the demo content has full, nearly full and closed batches, and batches that start more than 300 days from now', () => {
    const special = courses.flatMap(({ batches }) => batches?.special ?? []);
    expect(special.some(({ seats_left }) => seats_left === 0)).toBe(true);
    for (const seats of [1, 2, 3, 4, 5]) expect(special.some(({ seats_left }) => seats_left === seats)).toBe(true);
    expect(special.some(({ status }) => status === 'closed')).toBe(true);
    expect(courses.some(({ batches }) => batches === null)).toBe(true);
    const last = courses.map(({ batches }) =>
      batches ? (batches.first_in_days ?? 0) + ((batches.count ?? 1) - 1) * (batches.every_days ?? 0) : 0,
    );
    expect(Math.max(...last)).toBeGreaterThan(300);
  });

  it('the affiliation of a demo course names an institution, not a certificate', () => {
    const affiliations = courses.flatMap(({ affiliation }) => affiliation ?? []);
    expect(affiliations).toContain('Indian Maritime University, Chennai');
    expect(affiliations.filter((name) => /certified|ISO \d/.test(name))).toEqual([]);
  });

  it('the listed fees of a demo course add up to its price, unless the course is paid yearly', () => {
    const atOnce = courses.filter(({ fees, fee_structure }) => fees && !fee_structure?.startsWith('Yearly'));
    const wrong = atOnce.filter(({ fees, total_fee }) => fees?.reduce((sum, { fee }) => sum + fee, 0) !== total_fee);
    expect(wrong.map(({ course_code }) => course_code)).toEqual([]);
  });

  it('the six demo courses with yearly fees list the fee of each year and say whether the hostel is included', () => {
    const yearly = courses.filter(({ fee_structure }) => fee_structure?.startsWith('Yearly'));
    expect(yearly.map(({ course_code }) => course_code).sort()).toEqual([
      'BBA-LOG',
      'BSC-NS',
      'BSC-SBR',
      'BTECH-ME',
      'BTECH-NA',
      'MBA-SL',
    ]);
    for (const { fees, duration, price_note } of yearly) {
      expect(feesByYear(fees)).toHaveLength(duration);
      expect(price_note).toMatch(/^hostel (included|extra)$/);
    }
  });

  it('the price note of a demo course mentions the hostel or instalments if the terms of the course do', () => {
    for (const { course_code, price_note = '', settings, ...course } of courses) {
      const { fee_structure, fee_notes, fees, fee_additional_notes, payment_schedule } = course;
      const terms = JSON.stringify([fee_structure, fee_notes, fees, fee_additional_notes, payment_schedule]);
      const isResidential = settings?.accommodation?.startsWith('Residential');
      if (/hostel/i.test(terms) || isResidential) expect(price_note, course_code).toContain('hostel');
      if (/instalment/i.test(terms)) expect(price_note, course_code).toContain('instalments');
    }
  });

  it('the menu in the demo header has mega menu columns of all four types, an inactive item and a nested item', () => {
    const columns = header.items.flatMap((item) => item.mega_menu?.columns ?? []);
    const types = new Set(columns.map(({ type }) => type));
    expect(types).toEqual(new Set(['link_list', 'featured_content', 'call_to_action', 'department']));
    expect(header.items.some((item) => !item.is_active)).toBe(true);
    expect(header.items.some((item) => item.parent_id !== null)).toBe(true);
  });

  it('the demo content of the home page has three official approvals, each with a logo', () => {
    const approvals = home.hero.approvals.map(({ label, imageUrl }) => `${label} ${imageUrl}`);
    expect(approvals).toEqual([
      expect.stringMatching(/Maritime University \/media\/brand\/.+\.svg$/),
      expect.stringMatching(/Directorate General of Shipping \/media\/brand\/.+\.svg$/),
      expect.stringMatching(/ISO 9001:2015 .*\/media\/brand\/.+\.svg$/),
    ]);
  });

  it('the pages and the footer of the demo academy use the same name for the city office', () => {
    const cityOffice = footer.offices.find(({ address }) => address.includes('Garden Street'));
    const offices = [about, contact].map(({ headOffice }) => headOffice);
    expect(offices.map((office) => office?.address)).toEqual([cityOffice?.address, cityOffice?.address]);
    expect(offices.map((office) => office?.title)).toEqual([cityOffice?.label, cityOffice?.label]);
  });

  it('the demo content has five notices, one of them expired', () => {
    expect(notices).toHaveLength(5);
    expect(notices.filter(({ expires_in_days }) => (expires_in_days ?? 0) < 0)).toHaveLength(1);
  });

  it('the demo students include a complete profile, a default password, a student who may not book and a student without an email', () => {
    expect(students.map(({ first_name, is_default_password }) => [first_name, is_default_password])).toEqual([
      ['Asha', false],
      ['Dev', true],
      ['Rafi', false],
      ['Meera', false],
      ['Joy', false],
    ]);
    const [asha, , rafi, meera] = students;
    expect(Object.values({ ...asha, ...asha?.correspondence_address }).filter((value) => !value)).toEqual([false]);
    expect(rafi?.allowed_booking).toBe(false);
    expect(meera?.email).toBeNull();
  });

  it('the demo content has only made-up phone numbers, and no email address outside example.com', async () => {
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'));
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    const all = texts.join('\n');
    expect([...all.matchAll(/[\w.]+@([\w.]+\w)/g)].filter(([, host]) => host !== 'example.com')).toEqual([]);
    const phones = [...all.matchAll(/\b(?:\d{5} \d{5}|1800[- ]\d{3}[- ]\d{4}|\+91\d{10})\b/g)].map(([phone]) => phone);
    expect(phones.filter((phone) => !/^(98765 \d{5}|1800-000-\d{4}|\+9198765\d{5})$/.test(phone))).toEqual([]);
  });
});
