/**
 * Takes the pictures for docs/staff-handbook.md from a running demo site. The site must have a new database, because
 * the script first sells courses on it:
 *
 *     node setup/staff-pictures.ts http://localhost:3000
 */
import { join } from 'node:path';
import { type APIRequestContext, chromium } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { searchUser, signInByPassword } from '../contract/auth.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { clientHeader, clientName, idempotencyHeader } from '../contract/headers.ts';
import { sellAtOffice } from '../contract/staff/order-money.ts';
import { cancelWithRefund, getStaffOrder, listOpenBatches, type StaffOpenBatch } from '../contract/staff/orders.ts';
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

/** Sends one API call as the person whose session cookie `request` has. */
async function call(request: APIRequestContext, { method, url }: Endpoint, body?: object): Promise<unknown> {
  const headers = { [clientHeader]: clientName, [idempotencyHeader]: crypto.randomUUID() };
  const response = await request.fetch(site + url, { method, headers, ...(body ? { data: body } : {}) });
  if (!response.ok()) throw new Error(`${method} ${url}: ${await response.text()}`);
  return response.json();
}

/** Returns the id of a student of the demo. The ids differ only in the number at the end. */
const studentId = (number: number) => `0b8f6c1e-4a53-4f0e-9a61-2f1d5e7c000${number}`;

/** Sells a seat of a batch to a student, as staff do at the office. @returns the id of the order */
async function sell(number: number, { course_id, batch_id, price }: StaffOpenBatch): Promise<string> {
  const sold = await call(page.request, sellAtOffice, {
    ...{ student_id: studentId(number), price, payment: { method: 'cash' } },
    line: { type: 'course', id: course_id, batches: [{ course_id, batch_id }] },
    ...{ from_office_seats: false, reason: 'for the handbook' },
  });
  return sellAtOffice.answers[200].parse(sold).data.order_id;
}

/** Puts a student of the demo on the waiting list of a full batch. */
async function waitFor({ course_id, batch_id }: StaffOpenBatch): Promise<void> {
  const { request } = await browser.newContext();
  const mobile = '9876500001';
  const { user } = searchUser.answers[200].parse(await call(request, searchUser, { identifier: mobile }));
  const claim = { identifier: mobile, field: user.field, user_id: user.user_id, type: 'student' };
  await call(request, signInByPassword, { ...claim, password: demo.password });
  await call(request, joinWaitingList, { type: 'course', course_id, batch_id });
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
await take('today');
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
const { lines } = getStaffOrder.answers[200].parse(
  await call(page.request, { ...getStaffOrder, url: getStaffOrder.url.replace(':id', id) }),
).data;
await call(
  page.request,
  { ...cancelWithRefund, url: cancelWithRefund.url.replace(':id', id) },
  { lines: lines.map(({ item_id, paid }) => ({ item_id, refund: paid })), reason: 'The ship sails earlier' },
);
await waitFor(full);
for (const [name, address, text] of [
  ['orders', '/staff/orders', id],
  ['refunds', '/staff/money', 'Record as paid by hand'],
  ['reports', '/staff/reports', 'Total'],
  ['waiting-list', `/staff/waiting-lists/${full.batch_id}`, 'Asha Nair'],
  ['content', '/staff/content/notices', 'New notice'],
] as const) {
  await page.goto(address);
  await page.getByText(text).first().waitFor();
  await take(name);
}
await browser.close();
