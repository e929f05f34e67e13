/**
 * Takes all pictures of docs/staff-handbook.md from a running demo site. The site must have a new database, because
 * the script sells courses on it and sends an enquiry:
 *
 *     node setup/staff-pictures.ts http://localhost:3000
 */
import { join } from 'node:path';
import { type APIRequestContext, chromium } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { searchUser, signInByPassword } from '../contract/auth.ts';
import { getBookingSettings } from '../contract/booking.ts';
import type { CallInput, Endpoint } from '../contract/endpoint.ts';
import { clientHeader, clientName, idempotencyHeader } from '../contract/headers.ts';
import { addEnquiryNote, replyToEnquiry } from '../contract/staff/enquiries.ts';
import { sellAtOffice } from '../contract/staff/order-money.ts';
import {
  cancelWithRefund,
  listOpenBatches,
  previewCancellation,
  type StaffOpenBatch,
} from '../contract/staff/orders.ts';
import { addContact } from '../contract/submissions.ts';
import { joinWaitingList } from '../contract/waiting-lists.ts';
import { root } from './command.mjs';
import { chromiumLaunch } from './programs/browser.ts';

/** Credentials of the demo's administrator, which the README publishes. `key`: the key for the authenticator app. */
const demo = { email: 'administrator@example.com', password: 'Landfall#2026', key: 'LANDFALLDEMOSTAFFCONSOLE22345672' };

const site = process.argv[2] ?? 'http://localhost:3000';
const browser = await chromium.launch(chromiumLaunch());
const page = await browser.newPage({ viewport: { width: 1100, height: 720 }, baseURL: site, locale: 'en-IN' });
const take = async (name: string) => {
  await page.waitForLoadState('networkidle');
  // Save the pictures as PNG files with a palette, which makes the files small.
  await sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(join(root, 'docs', 'pictures', 'staff', `${name}.png`));
};

/** Sends one API call with the cookies of `request`, on behalf of the person who is signed in with them. */
async function call<E extends Endpoint>(
  request: APIRequestContext,
  { method, url }: E,
  body?: CallInput<E>['body'],
): Promise<unknown> {
  const headers = { [clientHeader]: clientName, [idempotencyHeader]: crypto.randomUUID() };
  const response = await request.fetch(site + url, { method, headers, ...(body ? { data: body } : {}) });
  if (!response.ok()) throw new Error(`${method} ${url}: ${await response.text()}`);
  return response.json();
}

/** Returns the id of a student of the demo. The ids differ only in the number at the end. */
const studentId = (number: number) => `0b8f6c1e-4a53-4f0e-9a61-2f1d5e7c000${number}`;

/** Sells a seat of a batch to a student, as staff do at the office. @returns the id of the order */
async function sell(number: number, { course_id, batch_id, price }: StaffOpenBatch): Promise<string> {
  const settings = getBookingSettings.answers[200].parse(await call(page.request, getBookingSettings)).data;
  const sold = await call(page.request, sellAtOffice, {
    ...{ student_id: studentId(number), price, payment: { method: 'cash' } },
    line: { type: 'course', id: course_id, batches: [{ course_id, batch_id }] },
    ...{ from_office_seats: false, terms_version: settings.terms_version ?? '', reason: 'for the handbook' },
  });
  return sellAtOffice.answers[200].parse(sold).data.order_id;
}

/** Puts a student of the demo on the waiting list of a full batch. */
async function waitFor({ course_id, batch_id }: StaffOpenBatch): Promise<void> {
  const { request } = await browser.newContext();
  const mobile = '9876500001';
  const { user } = searchUser.answers[200].parse(await call(request, searchUser, { identifier: mobile }));
  const claim = { identifier: mobile, field: user.field, user_id: user.user_id, type: 'student' } as const;
  await call(request, signInByPassword, { ...claim, password: demo.password });
  await call(request, joinWaitingList, { type: 'course', course_id, batch_id });
}

/** Fills the form for new batches with a weekly series that begins in `month`, and leaves out one of its batches. */
async function planSeries(month: string): Promise<void> {
  await page.goto('/staff/calendar/new');
  await page.getByRole('combobox', { name: 'Course' }).fill('Elementary First Aid');
  await page.getByRole('option', { name: /^Elementary First Aid/ }).click();
  await page.getByLabel('Repeats').selectOption('by weeks');
  await page.getByLabel('First possible day').fill(`${month}-01`);
  await page.getByLabel('Last possible day').fill(`${Number(month.slice(0, 4)) + 1}${month.slice(4)}-01`);
  await page.getByRole('checkbox', { name: 'Thursday' }).check();
  await page.getByRole('textbox', { name: 'Seats' }).fill('24');
  await page
    .getByRole('button', { name: /^Leave out the batch of/ })
    .nth(1)
    .click();
  await page.getByText('Batches to create').evaluate((title) => title.scrollIntoView());
  await page.mouse.wheel(0, -100);
}

await page.goto('/staff');
await page.getByLabel('Email address').fill(demo.email);
await page.getByLabel('Password', { exact: true }).fill(demo.password);
await page.getByRole('button', { name: 'Sign in' }).click();
const code = page.getByLabel('Code from your authenticator app');
await code.waitFor();
await take('sign-in');
await code.fill(new TOTP({ secret: Secret.fromBase32(demo.key) }).generate());
await page.getByRole('button', { name: 'Continue' }).click();
await page.getByRole('heading', { name: /^Today, / }).waitFor();
await page.keyboard.press('Control+k');
await page.getByRole('textbox', { name: 'Search everywhere' }).fill('asha');
await page.getByText('asha.nair@example.com').waitFor();
await take('search');
await page.keyboard.press('Escape');
await page.goto('/staff/members');
await page.getByRole('table', { name: 'Staff members' }).waitFor();
await take('members');

const { data: batches } = listOpenBatches.answers[200].parse(await call(page.request, listOpenBatches));
const first = batches
  .toSorted((one, other) => one.start_date.localeCompare(other.start_date))
  .find(({ free }) => free > 4);
const full = batches.find(({ free }) => free < 1);
if (!first || !full) throw new Error('The demo has no batch with seats, or none that is full');
for (const number of [2, 4, 5]) await sell(number, first);
const id = await sell(1, first);
await page.goto(`/staff/rosters/${first.batch_id}`);
await page.getByText('Meera Das').first().waitFor();
await take('roster');
await page.goto(`/staff/orders/${id}`);
await page.getByText('Sold at the office').waitFor();
await take('order');
const { lines } = previewCancellation.answers[200].parse(
  await call(page.request, { ...previewCancellation, url: previewCancellation.url.replace(':id', id) }),
).data;
await call(
  page.request,
  { ...cancelWithRefund, url: cancelWithRefund.url.replace(':id', id) },
  {
    lines: lines.map(({ item_id, paid, refund }) => ({ item_id, refund: paid, paid, by_policy: refund })),
    reason: 'The ship sails earlier',
  },
);
await waitFor(full);
const { request } = await browser.newContext();
const formData = {
  ...{ name: 'Joy Roy', email: 'joy.roy@example.com', phone: '', subject: 'fees' as const },
  message: 'How much is the radar course, and when does the next batch begin?',
};
await call(request, addContact, { formData });
await page.goto('/staff/enquiries');
await page.getByRole('main').getByRole('link', { name: 'Joy Roy' }).click();
await page.waitForURL(/\/enquiries\/\d+$/);
const enquiry = page.url().split('/').at(-1) ?? '';
for (const [endpoint, text] of [
  [addEnquiryNote, 'The price list of the new year applies.'],
  [replyToEnquiry, 'Dear Joy,\n\nthe fee is ₹9,000. The next batch begins on 10 June.'],
] as const)
  await call(page.request, { ...endpoint, url: endpoint.url.replace(':id', enquiry) }, { text });
const nextMonth = new Date(Date.now() + 31 * 86_400_000).toISOString().slice(0, 7);
for (const [name, address, text] of [
  ['student', `/staff/students/${studentId(1)}`, 'Terms accepted'],
  ['documents', '/staff/documents', 'SPECIMEN'],
  ['calendar', `/staff/calendar?day=${nextMonth}-01`, 'more in this week'],
  ['orders', '/staff/orders', id],
  ['refunds', '/staff/money', 'Record as paid by hand'],
  ['reports', '/staff/reports', 'Total'],
  ['waiting-list', `/staff/waiting-lists/${full.batch_id}`, 'Asha Nair'],
  ['content', '/staff/content/notices', 'New notice'],
  ['enquiry', `/staff/enquiries/${enquiry}`, ', sent'],
  ['today', '/staff', 'Seats of the coming 30 days'],
] as const) {
  await page.goto(address);
  await page.getByText(text).first().waitFor();
  await take(name);
}
await planSeries(nextMonth);
await take('new-batches');
await browser.close();
