import type { Page } from '@playwright/test';
import { findInBrowserStorage } from '../support/browser/browser-storage.ts';
import { FormAuthor } from '../support/screens/form-author.ts';
import { Visitor } from '../support/screens/visitor.ts';
import { readMails } from '../support/site/sandbox-outbox.ts';
import { expect, test } from '../support/test.ts';

test.use({ baseURL: ({ network }, use) => use(network.origin) });

/** Email address of the academy's staff in the demo content. */
const staffAddress = 'admissions@example.com';
const sender = { Name: 'Nila Thomas', Email: 'nila.thomas@example.com' };
const sent = 'Request submitted';
const promise = 'You will be responded within 24hr';

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('an enquiry sent while the connection fails reaches the staff exactly once', async ({
    network,
    staff,
    page,
    watch,
  }, { project }) => {
    watch.expects(/net::ERR_|Failed to load resource|No response from server/);
    const nila = new FormAuthor(page);
    await nila.opens('/contact-us?subject=course&message=Which%20course%20suits%20me%3F', /./);
    await nila.isServedByWorker();
    await expect(nila.field('Subject')).toHaveValue('course');
    await expect(nila.field('Message')).toHaveValue('Which course suits me?');
    await nila.presses('Send message');
    await nila.seesAlert('Fill all the required fields');
    const message = `Which course suits a ${project.name} mechanic?`;
    await nila.fills({ ...sender, 'Phone (optional)': '98765 00071', Message: message });

    await network.cut();
    await nila.presses('Send message');
    await nila.isQueued('Enquiry (course)');
    await expect(page.getByText('You are offline.').last()).toBeVisible();
    await expect(nila.field('Message')).toHaveValue('');
    await page.reload();
    await nila.arrivesAt(/./);
    await expect(nila.waiting).toContainText('Enquiry (course)');
    const form = page.getByRole('form');
    await expect(form.getByText('A message on this device has not been sent yet.')).toBeVisible();

    await network.restore();
    const reference = await nila.seesReceipt();
    await form.getByRole('link', { name: 'See its reference number' }).click();
    await expect(nila.receipt).toBeInViewport();
    const listed = async (text: string) => (await staff.readsSubmissions()).filter((line) => line.includes(text));
    expect(await listed(message)).toEqual([expect.stringContaining(reference)]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(nila.receipt).toHaveCount(0);

    const second = `And which suits a ${project.name} cook?`;
    await nila.fills({ ...sender, Message: second });
    await nila.field('Subject').selectOption('course');
    await page.getByRole('button', { name: 'Send message' }).dblclick();
    const other = await nila.seesConfirmation(sent, promise);
    await expect(nila.field('Name')).toHaveValue('');
    expect(await listed(second)).toEqual([expect.stringContaining(other)]);
  });

  test('an anonymous grievance from a signed-in student leaves no trace of the sender on the device or in what the staff receive', async ({
    account,
    network,
    staff,
    page,
    watch,
  }, { project }) => {
    watch.expects(/net::ERR_|Failed to load resource|No response from server/);
    await new Visitor(page).signsInByApi(account);
    const student = new FormAuthor(page);
    await student.opens('/grievance-form', 'Grievance form');
    await student.isServedByWorker();
    const grievance = `On the ${project.name} deck the instructor shouts.`;
    await student.fills({ ...sender, Grievance: grievance });
    await student.anonymous.check();
    await expect(student.field('Name')).toBeDisabled();
    await expect(student.field('Email')).toHaveValue('');
    const readWebStorage = () => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(await readWebStorage()).not.toContain('shouts');
    await student.findsItAccessible();

    await network.cut();
    await student.presses('Submit Grievance');
    await student.isQueued('Message to the academy');
    await expect(student.waiting).not.toContainText(/grievance|shouts/i);
    expect(await readWebStorage()).not.toContain('shouts');

    // The waiting screen retries automatically. Wait for a response, because earlier retries did not reach the server.
    const request = page.waitForResponse((one) => one.url().endsWith('/api/submissions/grievance/add'));
    await network.restore();
    const headers = await (await request).request().allHeaders();
    expect(Object.keys(headers)).toContain('idempotency-key');
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('x-landfall-subject');
    const reference = await student.seesReceipt();
    expect(await findInBrowserStorage(page, ['shouts'])).toEqual([]);
    const [line = ''] = (await staff.readsSubmissions()).filter((one) => one.includes(reference));
    expect(line).toContain('(anonymous)');
    const mailed = async () =>
      (await readMails(page, staffAddress)).find(({ subject }) => subject?.includes(reference));
    await expect.poll(async () => (await mailed())?.text, 'the email to the staff').toContain(grievance);
    expect((await mailed())?.text).toMatch(/^(?![\s\S]*Nila)[\s\S]*anonymous/);
    expect(line).not.toContain('Nila');
    expect(await readWebStorage()).not.toContain('grievance');
  });
});

test('a grievance can be corrected and sent with the keyboard alone', async ({ staff, page, watch }, { project }) => {
  watch.expects(/Failed to load resource/);
  const nila = new FormAuthor(page);
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
  await nila.seesAlert('2 things to correct');
  await nila.tabsTo(page.getByRole('link', { name: 'Kindly update your contact number' }));
  await page.keyboard.press('Enter');
  await expect(nila.field('Contact number')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('+91 98765 00071');
  await nila.tabsTo(nila.field('Email'));
  await page.keyboard.type('nila.thomas@example.com');
  await nila.tabsTo(page.getByRole('button', { name: 'Submit Grievance' }));
  await page.keyboard.press('Space');
  const reference = await nila.seesConfirmation('Grievance submitted', 'You message has been submitted');
  expect((await staff.readsSubmissions()).filter((line) => line.includes(reference))).toHaveLength(1);
  const mailed = async () =>
    (await readMails(page, staffAddress)).filter(({ subject }) => subject?.includes(reference));
  await expect.poll(mailed, 'the email to the staff').toHaveLength(1);
  expect((await mailed())[0]?.text).toContain(grievance);

  await nila.tabsTo(page.getByRole('tab', { name: 'Committee' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tabpanel', { name: 'Objectives' })).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('tabpanel', { name: 'Process' })).toContainText('15 working days');
  await nila.findsItAccessible();
});

test('the draft of a grievance that is not anonymous survives a reload and is cleared only after a confirmation', async ({
  page,
}) => {
  const nila = new FormAuthor(page);
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

test.describe('on a slow connection', () => {
  test.use({ serviceWorkers: 'block' });

  /** Opens the grievance form. The scripts of the page load only once `loadScripts` is called. */
  async function openWithoutScripts(page: Page) {
    const scripts = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto('/grievance-form', { waitUntil: 'commit' });
    return { nila: new FormAuthor(page), loadScripts: () => scripts.resolve() };
  }

  test('text typed into a form before the page’s scripts load stays in the form after hydration', async ({ page }) => {
    const { nila, loadScripts } = await openWithoutScripts(page);
    await nila.fills({ Grievance: 'The line is slow.', Name: 'Nila' });
    await nila.presses('Submit Grievance');
    await expect(nila.field('Grievance')).toHaveValue('The line is slow.');
    loadScripts();
    await nila.seesScriptRunning();
    await expect(nila.field('Name')).toHaveValue('Nila');
    await nila.presses('Submit Grievance');
    await nila.seesAlert('2 things to correct');
    await expect(nila.field('Grievance')).toHaveValue('The line is slow.');
  });

  test('if “Submit anonymously” was ticked before any script loaded, hydration clears the typed name, and unticking restores the name', async ({
    page,
  }) => {
    const { nila, loadScripts } = await openWithoutScripts(page);
    await nila.fills({ Grievance: 'The line is slow.', Name: 'Nila' });
    await nila.anonymous.check();
    loadScripts();
    await nila.seesScriptRunning();
    await expect(nila.field('Name')).toBeDisabled();
    await expect(nila.field('Name')).toHaveValue('');
    await nila.anonymous.uncheck();
    await expect(nila.field('Name')).toHaveValue('Nila');
  });
});
