import { findOnDevice } from './support/device-contents.ts';
import { readMails } from './support/mail-outbox.ts';
import { rafi } from './support/students.ts';
import { Visitor } from './support/visitor.ts';
import { expect, test } from './support/voyage.ts';
import { Writer } from './support/writer.ts';

test.use({ baseURL: ({ network }, use) => use(network.origin) });

/** The academy's own, which its content names. */
const staffAddress = 'admissions@example.com';
const sender = { Name: 'Nila Thomas', Email: 'nila.thomas@example.com' };
const sent = 'Request submitted';
const promise = 'You will be responded within 24hr';

test('an enquiry is sent on a line that breaks, once', async ({ network, office, page, watch }, { project }) => {
  watch.expects(/net::ERR_|Failed to load resource|No response from server/);
  const nila = new Writer(page);
  await nila.opens('/contact-us?subject=course&message=Which%20course%20suits%20me%3F', /./);
  await nila.isKeptByWorker();
  await expect(nila.field('Subject')).toHaveValue('course');
  await expect(nila.field('Message')).toHaveValue('Which course suits me?');
  await nila.presses('Send message');
  await nila.isTold('Fill all the required fields');
  const message = `Which course suits a ${project.name} mechanic?`;
  await nila.fills({ ...sender, 'Phone (optional)': '98765 00071', Message: message });

  await network.cut();
  await nila.presses('Send message');
  await nila.isKeptToSend('Enquiry (course)');
  await expect(page.getByText('The connection is gone at present.')).toBeVisible();
  await expect(nila.field('Message')).toHaveValue('');
  await page.reload();
  await nila.arrivesAt(/./);
  await expect(nila.waiting).toContainText('Enquiry (course)');

  await network.restore();
  const reference = await nila.hearsItWasReceived();
  const listed = async (text: string) => (await office.readsSubmissions()).filter((line) => line.includes(text));
  expect(await listed(message)).toEqual([expect.stringContaining(reference)]);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(nila.receipt).toHaveCount(0);

  const second = `And which suits a ${project.name} cook?`;
  await nila.fills({ ...sender, Message: second });
  await nila.field('Subject').selectOption('course');
  await page.getByRole('button', { name: 'Send message' }).dblclick();
  const other = await nila.isReceived(sent, promise);
  await expect(nila.field('Name')).toHaveValue('');
  expect(await listed(second)).toEqual([expect.stringContaining(other)]);
});

test('a grievance is made with the keyboard alone', async ({ office, page, watch }, { project }) => {
  watch.expects(/Failed to load resource/);
  const nila = new Writer(page);
  await nila.opens('/grievance-form', 'Grievance form');
  const grievance = `The ${project.name} simulator was closed on both days.`;
  await nila.tabsTo(nila.field('Grievance'));
  await page.keyboard.type(grievance);
  await nila.tabsTo(nila.field('Name'));
  await page.keyboard.type('Nila Thomas');
  await nila.tabsTo(nila.field('Contact number'));
  await page.keyboard.type('+91 98765 00071 ext 45');
  await page.keyboard.press('Enter');
  await nila.seesToast('Kindly update your contact number');
  await nila.isTold('2 things to correct');
  await nila.tabsTo(page.getByRole('link', { name: /^Contact number/ }));
  await page.keyboard.press('Enter');
  await expect(nila.field('Contact number')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('+91 98765 00071');
  await nila.tabsTo(nila.field('Email'));
  await page.keyboard.type('nila.thomas@example.com');
  await nila.tabsTo(page.getByRole('button', { name: 'Submit Grievance' }));
  await page.keyboard.press('Space');
  const reference = await nila.isReceived('Grievance submitted', 'You message has been submitted');
  expect((await office.readsSubmissions()).filter((line) => line.includes(reference))).toHaveLength(1);
  const mailed = async () =>
    (await readMails(page, staffAddress)).filter(({ subject }) => subject?.includes(reference));
  await expect.poll(mailed, 'the mail to the staff').toHaveLength(1);
  expect((await mailed())[0]?.text).toContain(grievance);

  await nila.tabsTo(page.getByRole('tab', { name: 'Committee' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tabpanel', { name: 'Objectives' })).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('tabpanel', { name: 'Process' })).toContainText('15 working days');
  await nila.findsItAccessible();
});

test('a grievance under a name outlives a reload, and is cleared only when asked twice', async ({ page }) => {
  const nila = new Writer(page);
  await nila.opens('/grievance-form', 'Grievance form');
  await nila.fills({ Grievance: 'The hostel has no hot water.', ...sender });
  await page.reload();
  await nila.arrivesAt('Grievance form');
  await expect(nila.field('Grievance')).toHaveValue('The hostel has no hot water.');
  await nila.presses('Reset Form');
  await expect(page.getByRole('dialog', { name: 'Reset the form?' })).toBeVisible();
  await nila.findsItAccessible();
  await page.getByRole('button', { name: 'Keep writing' }).click();
  await expect(nila.field('Name')).toHaveValue('Nila Thomas');
  await nila.presses('Reset Form');
  await page.getByRole('button', { name: 'Clear the form' }).click();
  await expect(nila.field('Grievance')).toHaveValue('');
});

test('a student complains without a trace', async ({ network, office, page, watch }, { project }) => {
  watch.expects(/net::ERR_|Failed to load resource|No response from server/);
  await new Visitor(page).isSignedInAs(rafi);
  const student = new Writer(page);
  await student.opens('/grievance-form', 'Grievance form');
  await student.isKeptByWorker();
  const grievance = `On the ${project.name} deck the instructor shouts.`;
  await student.fills({ ...sender, Grievance: grievance });
  await student.anonymous.check();
  await expect(student.field('Name')).toBeDisabled();
  await expect(student.field('Email')).toHaveValue('');
  const keeps = () => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(await keeps()).not.toContain('shouts');
  await student.findsItAccessible();

  await network.cut();
  await student.presses('Submit Grievance');
  await student.isKeptToSend('Message to the academy');
  await expect(student.waiting).not.toContainText(/grievance|shouts/i);
  expect(await keeps()).not.toContain('shouts');

  // A screen that waits tries by itself; what it sent while the line was cut is no request that arrived.
  const request = page.waitForResponse((one) => one.url().endsWith('/api/submissions/grievance/add'));
  await network.restore();
  const headers = await (await request).request().allHeaders();
  expect(Object.keys(headers)).toContain('idempotency-key');
  expect(headers).not.toHaveProperty('cookie');
  expect(headers).not.toHaveProperty('x-landfall-subject');
  const reference = await student.hearsItWasReceived();
  expect(await findOnDevice(page, ['shouts'])).toEqual([]);
  const [line = ''] = (await office.readsSubmissions()).filter((one) => one.includes(reference));
  expect(line).toContain('(anonymous)');
  const mailed = async () => (await readMails(page, staffAddress)).find(({ subject }) => subject?.includes(reference));
  await expect.poll(async () => (await mailed())?.text, 'the mail to the staff').toContain(grievance);
  expect((await mailed())?.text).toMatch(/^(?![\s\S]*Nila)[\s\S]*anonymous/);
  expect(line).not.toContain('Nila');
  expect(await keeps()).not.toContain('grievance');
});

test.describe('on a slow line', () => {
  test.use({ serviceWorkers: 'block' });

  test('what is typed before the page’s script runs stays', async ({ page }) => {
    let arrive: () => void = () => {};
    const scripts = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await scripts;
      await route.continue();
    });
    const nila = new Writer(page);
    await page.goto('/grievance-form', { waitUntil: 'commit' });
    await nila.fills({ Grievance: 'The line is slow.', Name: 'Nila' });
    await nila.presses('Submit Grievance');
    await expect(nila.field('Grievance')).toHaveValue('The line is slow.');
    arrive();
    await nila.seesItRunning();
    await expect(nila.field('Name')).toHaveValue('Nila');
    await nila.presses('Submit Grievance');
    await nila.isTold('2 things to correct');
    await expect(nila.field('Grievance')).toHaveValue('The line is slow.');
  });
});
