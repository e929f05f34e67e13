import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mostDaysFirst } from '../../contract/staff/refund-policy.ts';
import { documentSchemas } from '../../server/content/files/content-schema.ts';
import { courseFileSchema } from '../../server/content/files/course-file.ts';
import { defaultPolicy } from '../../server/orders/changes/refund-policy.ts';

const folder = join(import.meta.dirname, '../../content');

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, file), 'utf8'));
}

/** What the texts say of each step of the refund policy that the server applies to a cancelled booking. */
const steps = mostDaysFirst(defaultPolicy).map(({ days, percent }, at, all) => {
  const previous = all[at - 1]?.days ?? 0;
  const until = days === 0 ? `Less than ${previous} days` : `${days} to ${previous - 1} days`;
  return {
    period: `${at === 0 ? `${days} days or more` : until} before the start`,
    fees: percent === 0 ? 'No refund' : `${percent} % of what you paid`,
  };
});

const refundPolicy = JSON.stringify(await readJson('policies/refund-policy.json'));
const brand = documentSchemas.brand.parse(await readJson('brand.json'));

it('the refund policy gives the email address and phone number of admissions, the office that cancels bookings', () => {
  expect(refundPolicy).toContain('reaches admissions');
  expect(refundPolicy.match(/[\w.]+@[\w.]+/g)).toEqual([brand.email]);
  expect(refundPolicy.match(/\d{5} \d{5}/g)).toEqual(brand.admissions_phones.slice(0, 1));
});

it('the refund policy, the booking terms and all courses promise the refunds that the server computes', async () => {
  const { sections } = documentSchemas['refund-policy'].parse(JSON.parse(refundPolicy));
  const items = sections.find(({ id }) => id === 'what-you-get-back')?.contentItems ?? [];
  const points = items.flatMap((item) => (item.type === 'bulletPoint' ? [item.data] : []));
  const promised = points.map(({ title, content }) => ({ period: title, fees: content.match(/<p>([^.,]+)/)?.[1] }));
  expect(promised).toEqual(steps);

  for (const name of await readdir(join(folder, 'courses'))) {
    const course = courseFileSchema.parse(await readJson(`courses/${name}`));
    expect(course.withdrawl_policy, name).toEqual(steps);
  }

  const { terms_content } = documentSchemas['booking-settings'].parse(await readJson('booking-settings.json'));
  const refunded = defaultPolicy.filter(({ percent }) => percent > 0);
  expect(terms_content.match(/\d+ %/g)).toEqual(refunded.map(({ percent }) => `${percent} %`));
  for (const { days } of refunded)
    expect(terms_content).toMatch(new RegExp(`\\b${days} (?:days or more|to \\d+ days)`));
});

it('the terms say that a student who does not meet the conditions of a course on its first day cannot attend and gets no refund', async () => {
  const terms = JSON.stringify(await readJson('policies/terms.json'));
  expect(terms).toContain('If you do not meet the conditions, you can’t attend and nothing is refunded.');
  expect(terms).toContain('href=\\"/refund-policy\\"');
});
