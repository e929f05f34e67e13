import type { Locator } from '@playwright/test';
import { makeTextPdf } from '../../tests/support/pdf.ts';
import { fadedSides } from '../support/browser/faded-sides.ts';
import { Documents } from '../support/screens/documents.ts';
import { Student } from '../support/screens/student.ts';
import { Visitor } from '../support/screens/visitor.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { asha } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

const pages = ['Passport of Tara Pillai', 'Visas', 'Stamps'];
const passport = { name: 'my_passport.pdf', mimeType: 'application/pdf', buffer: makeTextPdf(pages) };

/** The date in India this many days from now, as YYYY-MM-DD. */
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + days * 86_400_000);

test('a student uploads, previews and downloads a document, changes its expiry date and deletes it', async ({
  account,
  visitor,
}) => {
  const { page } = await visitor.signsInByApi(account);
  const documents = new Documents(page);
  await documents.opens();
  await expect(page.getByText('No documents here yet')).toBeVisible();

  const upload = await documents.opensUpload();
  await upload.getByRole('button', { name: 'Upload' }).click();
  await expect(upload.getByRole('alert')).toContainText('Please fill all required fields');
  await documents.chooses({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await expect(upload.getByRole('alert')).toContainText('Only PDF files are allowed.');
  await documents.chooses({ ...passport, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
  await expect(upload.getByRole('alert')).toContainText('File size must be less than 10MB.');
  await documents.findsItAccessible();
  await documents.chooses(passport);
  await expect(upload.getByLabel(/^Name/)).toHaveValue('my passport');
  await upload.getByLabel(/^Category/).selectOption('Personal');
  await documents.typesDay(upload, /^Expiry date/, dayIn(10));
  await upload.getByRole('button', { name: 'Upload' }).click();
  await documents.seesToast('Document uploaded!');
  await expect(upload).toHaveCount(0);
  await expect(documents.row('my passport')).toContainText('Expires in 10 days');
  await expect(page.getByText('A document expires soon')).toBeVisible();
  await documents.findsItAccessible();

  const preview = await documents.opensDialog('View', 'my passport');
  await documents.seesPage('my passport', 1, 3);
  await expect(preview.getByText(pages[0] ?? '', { exact: true })).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await documents.seesPage('my passport', 2, 3);
  await preview.getByLabel('Page, 1 to 3').fill('3');
  await page.keyboard.press('Enter');
  await documents.seesPage('my passport', 3, 3);
  await expect(preview.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await preview.getByRole('button', { name: 'Zoom in' }).click();
  await expect(preview.getByRole('button', { name: 'Fit' })).toHaveAttribute('aria-pressed', 'false');
  await preview.getByRole('button', { name: 'Fit' }).click();
  await documents.seesPage('my passport', 3, 3);
  await documents.findsItAccessible();
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'View my passport' })).toBeFocused();

  expect(await documents.downloads('my passport')).toEqual(passport.buffer);

  const expiry = await documents.opensDialog('Expiry date', 'my passport');
  await documents.typesDay(expiry, 'Expiry date', dayIn(1000));
  await expiry.getByRole('button', { name: 'Save' }).click();
  await expect(documents.row('my passport')).toContainText('Valid until');
  await expect(page.getByText('A document expires soon')).toHaveCount(0);

  const deletion = await documents.opensDialog('Delete', 'my passport');
  await expect(deletion.getByRole('heading', { name: 'Delete my passport?' })).toBeVisible();
  await deletion.getByRole('button', { name: 'Delete' }).click();
  await documents.seesToast('Document Deleted');
  await expect(page.getByText('No documents here yet')).toBeVisible();
});

test('a student can filter the list of documents by category and name, and a reload keeps the category', async ({
  visitor,
}) => {
  const { page } = await visitor.signsInByApi(asha);
  const documents = new Documents(page);
  await documents.opens();
  await expect(documents.names).toHaveCount(5);
  await expect(documents.row('Continuous discharge certificate')).toContainText(/Expires in \d+ days/);
  await expect(documents.row('Medical fitness certificate')).toContainText('Expired');
  await page.getByRole('tab', { name: 'Financial' }).click();
  await expect(documents.names).toHaveText(['Fee receipt, Diploma in Nautical Science']);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Financial', selected: true })).toBeVisible();
  await expect(documents.names).toHaveCount(1);
  await page.getByRole('tab', { name: 'All', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('CERT');
  await expect(documents.names).toHaveCount(3);
  await page.goto('/profile');
  await expect(page.getByText(/Continuous discharge certificate expires in/)).toBeVisible();
  await documents.arrivesAt('Your profile');
});

test('on a phone, a row of tabs fades out on each side where more tabs are hidden, and on no side if all tabs fit', async ({
  visitor,
}) => {
  const { page } = await visitor.signsInByApi(asha);
  await page.setViewportSize({ width: 390, height: 844 });
  await new Documents(page).opens();
  const tabs = page.getByRole('tablist', { name: 'Student area' });
  const scrollsTo = (share: number) =>
    tabs.evaluate((strip, part) => strip.scrollTo({ left: strip.scrollWidth * part, behavior: 'instant' }), share);
  await expect.poll(() => fadedSides(tabs)).toEqual(['left']);
  await scrollsTo(0.25);
  await expect.poll(() => fadedSides(tabs)).toEqual(['left', 'right']);
  await scrollsTo(0);
  await expect.poll(() => fadedSides(tabs)).toEqual(['right']);
  expect(await fadedSides(page.getByRole('tablist', { name: 'Categories' }))).toEqual([]);
});

test('an entry in the list of documents fills the width of the list on a desktop, and has its buttons on one line on a narrow phone', async ({
  visitor,
}) => {
  const { page } = await visitor.signsInByApi(asha);
  const documents = new Documents(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await documents.opens();
  const row = documents.row('Passport');
  const tops = await row
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size, 'lines of buttons').toBe(1);
  await page.setViewportSize({ width: 1280, height: 800 });
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;
  expect(await widthOf(row)).toBe(await widthOf(page.getByRole('tabpanel', { name: 'All' })));
});

test('checkout warns about an expired document, but lets the student continue', async ({ visitor }) => {
  const student = await visitor.signsInByApi(asha);
  await new BookingApi(student.page.request).emptiesCart();
  const checkout = await student.startsCheckoutWith('Medical First Aid (MFA)');
  const warning = student.page.getByText(/^Medical fitness certificate expired on .* Medical First Aid \(MFA\) ends /);
  await expect(warning).toBeVisible();
  await checkout.findsItAccessible();
  await student.page.getByRole('link', { name: 'Edit Information' }).click();
  await checkout.arrivesAt('Review and Confirm Your Details');
  await expect(warning).toBeVisible();
  await checkout.proceeds();
  await checkout.acceptsTerms();
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the saved list of documents opens offline, says when it was last updated and disables uploading and viewing', async ({
    device,
    site,
    watch,
  }) => {
    watch.expects(/net::ERR_|Failed to load resource|No response from server/);
    const { page } = await new Visitor(await device.open()).signsInByApi(asha);
    const documents = new Documents(page);
    await documents.opens();
    await expect(documents.names).toHaveCount(5);
    await documents.isServedByWorker();
    await device.close();
    await site.stop();
    try {
      const later = new Documents(await device.open());
      await later.opens();
      await expect(later.names).toHaveCount(5);
      await expect(later.page.getByText(/when you are back online.*Last updated/)).toBeVisible();
      await expect(later.page.getByRole('button', { name: 'Upload document' })).toBeDisabled();
      await expect(later.page.getByRole('button', { name: 'View Passport' })).toBeDisabled();
      await later.findsItAccessible();
    } finally {
      await site.restart();
    }
  });

  test('the service worker does not download the PDF reader in advance', async ({ account, visitor }) => {
    const { page } = await visitor.signsInByApi(account);
    await new Student(page).opensBookOnline('individual');
    await new Student(page).isServedByWorker();
    const stored = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => url);
    });
    expect(stored.length).toBeGreaterThan(10);
    expect(stored.filter((url) => /pdf/.test(url))).toEqual([]);
  });
});

test.describe('on a flaky connection', () => {
  test.use({ baseURL: ({ network }, use) => use(network.origin) });

  test('a document upload that failed can be retried after the connection returns, without choosing the file again', async ({
    account,
    network,
    visitor,
    watch,
  }) => {
    watch.expects(/net::ERR_|Failed to load resource/);
    const { page } = await visitor.signsInByApi(account);
    const documents = new Documents(page);
    await documents.opens();
    const upload = await documents.opensUpload();
    await documents.chooses({ ...passport, name: 'cdc.pdf' });
    await upload.getByLabel(/^Category/).selectOption('Academic');
    await network.cut();
    await upload.getByRole('button', { name: 'Upload' }).click();
    await expect(upload.getByRole('alert')).toContainText('Network error.');
    await network.restore();
    await upload.getByRole('button', { name: 'Try again' }).click();
    await documents.seesToast('Document uploaded!');
    await expect(documents.row('cdc')).toContainText('Academic');
    await expect(documents.names).toHaveCount(1);
  });
});
