import { Documents, makePdf } from './support/documents.ts';
import { emptyCart } from './support/empty-cart.ts';
import { Student } from './support/student.ts';
import { asha, joy, meera, rafi } from './support/students.ts';
import { Visitor } from './support/visitor.ts';
import { expect, test } from './support/voyage.ts';

const pages = ['Passport of Joy Roy', 'Visas', 'Stamps'];
const passport = { name: 'my_passport.pdf', mimeType: 'application/pdf', buffer: makePdf(pages) };

/** The academy's day, so many days from now. */
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + days * 86_400_000);

test('a student uploads a document, looks into it, downloads it, dates it and deletes it', async ({ visitor }) => {
  const { page } = await visitor.isSignedInAs(joy);
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
  await upload.getByLabel(/^Last day/).fill(dayIn(10));
  await upload.getByRole('button', { name: 'Upload' }).click();
  await documents.seesToast('Document uploaded!');
  await expect(upload).toHaveCount(0);
  await expect(documents.row('my passport')).toContainText('Ends in 10 days');
  await expect(page.getByText('A document ends soon')).toBeVisible();
  await documents.findsItAccessible();

  const preview = await documents.asksTo('View', 'my passport');
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

  const expiry = await documents.asksTo('Last day', 'my passport');
  await expiry.getByLabel('Last day on which it is valid').fill(dayIn(1000));
  await expiry.getByRole('button', { name: 'Save' }).click();
  await expect(documents.row('my passport')).toContainText('Valid until');
  await expect(page.getByText('A document ends soon')).toHaveCount(0);

  const deletion = await documents.asksTo('Delete', 'my passport');
  await expect(deletion.getByRole('heading', { name: 'Delete my passport?' })).toBeVisible();
  await deletion.getByRole('button', { name: 'Delete' }).click();
  await documents.seesToast('Document Deleted');
  await expect(page.getByText('No documents here yet')).toBeVisible();
});

test('documents are found by category and name, and an address opens a category', async ({ visitor }) => {
  const { page } = await visitor.isSignedInAs(asha);
  const documents = new Documents(page);
  await documents.opens();
  await expect(documents.names).toHaveCount(5);
  await expect(documents.row('Continuous discharge certificate')).toContainText(/Ends in \d+ days/);
  await expect(documents.row('Medical fitness certificate')).toContainText('Ended');
  await page.getByRole('tab', { name: 'Financial' }).click();
  await expect(documents.names).toHaveText(['Fee receipt, Diploma in Nautical Science']);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Financial', selected: true })).toBeVisible();
  await expect(documents.names).toHaveCount(1);
  await page.getByRole('tab', { name: 'All', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('CERT');
  await expect(documents.names).toHaveCount(3);
  await page.goto('/profile');
  await expect(page.getByText(/^Continuous discharge certificate ends in/)).toBeVisible();
  await documents.arrivesAt('Your profile');
});

test('checkout warns of a document that ends before the course, and lets the student go on', async ({ visitor }) => {
  const student = await visitor.isSignedInAs(asha);
  await emptyCart(student.page);
  await student.opensBookOnline('individual');
  await student.addsCourseToCart('Medical First Aid (MFA)');
  await student.opensCart();
  const checkout = await student.confirmsBooking();
  const warning = student.page.getByText(/^Medical fitness certificate: last day .* Medical First Aid \(MFA\) ends /);
  await expect(warning).toBeVisible();
  await checkout.findsItAccessible();
  await checkout.proceeds();
  await expect(warning).toBeVisible();
  await checkout.acceptsTerms();
});

test.describe('without a connection', () => {
  test('the list is there with its age, and says why the rest waits', async ({ device, site, watch }) => {
    watch.expects(/net::ERR_|Failed to load resource|No response from server/);
    const { page } = await new Visitor(await device.open()).isSignedInAs(asha);
    const documents = new Documents(page);
    await documents.opens();
    await expect(documents.names).toHaveCount(5);
    await documents.isKeptByWorker();
    await device.close();
    await site.stop();
    try {
      const later = new Documents(await device.open());
      await later.opens();
      await expect(later.names).toHaveCount(5);
      await expect(later.page.getByText(/wait for the connection.*List as of/)).toBeVisible();
      await expect(later.page.getByRole('button', { name: 'Upload document' })).toBeDisabled();
      await expect(later.page.getByRole('button', { name: 'View Passport' })).toBeDisabled();
      await later.findsItAccessible();
    } finally {
      await site.restart();
    }
  });

  test('what reads PDFs is not stored ahead', async ({ visitor }) => {
    const { page } = await visitor.isSignedInAs(rafi);
    await new Student(page).opensBookOnline('individual');
    await new Student(page).isKeptByWorker();
    const stored = await page.evaluate(async () => {
      const names = await caches.keys();
      const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return kept.flat().map(({ url }) => url);
    });
    expect(stored.length).toBeGreaterThan(10);
    expect(stored.filter((url) => /pdf/.test(url))).toEqual([]);
  });
});

test.describe('on a flaky connection', () => {
  test.use({ baseURL: ({ network }, use) => use(network.origin) });

  test('an upload goes on after the connection returns, without choosing the file again', async ({
    network,
    visitor,
    watch,
  }) => {
    watch.expects(/net::ERR_|Failed to load resource/);
    const { page } = await visitor.isSignedInAs(meera);
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
