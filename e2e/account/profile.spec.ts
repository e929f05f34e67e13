import { updateStudent } from '../../contract/student.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { drawPicture, Profile } from '../support/screens/profile.ts';
import { SignIn } from '../support/screens/sign-in.ts';
import { asha } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

test.use({ baseURL: ({ network }, use) => use(network.origin) });

test('a student corrects errors in the profile and saves it, and the progress bar shows a more complete profile', {
  tag: '@wide',
}, async ({ account, page }) => {
  await new SignIn(page).byApi(account);
  const profile = new Profile(page);
  await profile.opens();
  await profile.arrivesAt('Your profile');
  const bar = page.getByRole('progressbar', { name: /complete$/ });
  const before = Number(await bar.getAttribute('value'));

  const form = await profile.edits();
  await expectAccessible(page);
  await form.getByLabel('First name').fill('');
  await profile.typesDay(form, 'Date of birth', '2004-02-03');
  await profile.turnsTo('Address');
  await form.getByRole('group', { name: 'Permanent address' }).getByLabel('Pincode').fill('12');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toContainText('2 things to correct');
  await expect(form.getByRole('tab', { name: 'Personal 1 to correct' })).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('link', { name: 'First Name is required' }).click();
  await expect(form.getByLabel('First name')).toBeFocused();
  await form.getByLabel('First name').fill('Joy');

  await profile.turnsTo('Address');
  const permanent = form.getByRole('group', { name: 'Permanent address' });
  await permanent.getByLabel('Pincode').fill('600013');
  await permanent.getByLabel('City').fill('Chennai');
  await form.getByLabel('Same as permanent address').check();
  await expect(form.getByRole('group', { name: 'Correspondence address' }).getByLabel('City')).toHaveValue('Chennai');
  await expectAccessible(page);
  await profile.turnsTo('Experience');
  await form.getByRole('button', { name: 'Add experience' }).click();
  await expect(form.getByLabel('Position')).toBeFocused();
  await form.getByLabel('Position').fill('Deck Cadet');
  await form.getByLabel('Company').fill('Coromandel Bulk Carriers');
  await expectAccessible(page);
  await profile.saves();

  await expect(profile.editButton).toBeFocused();
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(before + 30);
  await expect((await profile.unfolds('Address')).getByText('Chennai, 600013')).toHaveCount(2);
  await expect((await profile.unfolds('Experience')).getByText('Coromandel Bulk Carriers')).toBeVisible();
  await profile.findsItAccessible();
});

test('the profile dialog works with the keyboard alone and asks before it discards changes', async ({
  account,
  page,
}) => {
  await new SignIn(page).byApi(account);
  const profile = new Profile(page);
  await profile.opens();
  await profile.editButton.focus();
  await page.keyboard.press('Enter');
  await expect(profile.sheet.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(profile.form.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(profile.form.getByRole('tab', { name: 'Personal' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(profile.form.getByRole('tabpanel', { name: 'Address' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('12/4');
  await page.keyboard.press('Escape');
  await expect(profile.discardDialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(profile.discardDialog).toHaveCount(0);
  await expect(profile.form.getByRole('textbox', { name: 'House number' }).first()).toHaveValue('12/4');

  await page.reload();
  await expect(page.getByText('You have unsaved changes')).toBeVisible();
  await profile.edits();
  await profile.turnsTo('Address');
  await expect(profile.form.getByRole('textbox', { name: 'House number' }).first()).toHaveValue('12/4');
  await page.keyboard.press('Escape');
  await profile.discardDialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect(profile.sheet).toHaveCount(0);
  await expect(profile.editButton).toBeFocused();
  await expect(page.getByText('You have unsaved changes')).toHaveCount(0);
});

test('pressing the browser’s Back button in a profile form with unsaved changes asks for confirmation', async ({
  account,
  page,
  visitor,
}) => {
  await new SignIn(page).byApi(account);
  await page.goto('/courses-list');
  // Wait for hydration: before it, the link would load a new document, and the app could not handle the Back button.
  await visitor.seesScriptRunning();
  await page.getByRole('banner').getByRole('button', { name: 'Tara' }).click();
  await page.getByRole('link', { name: 'Student Profile' }).click();
  const profile = new Profile(page);
  const form = await profile.edits();
  await form.getByLabel('Last name').fill('Khan Lodi');
  await page.goBack();
  await expect(profile.discardDialog).toBeVisible();
  await profile.discardDialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.getByLabel('Last name')).toHaveValue('Khan Lodi');
  await expect(page).toHaveURL(/\/profile$/);
  await page.goBack();
  await profile.discardDialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL(/\/courses-list$/);
});

test('saving a profile with an email, phone and INDOS number of other students is refused as a conflict', async ({
  account,
  page,
  watch,
}) => {
  watch.expects(/409/);
  await new SignIn(page).byApi(account);
  const profile = new Profile(page);
  await profile.opens();
  const form = await profile.edits();
  await form.getByLabel('Email').fill('meera.das@example.com');
  await profile.typesDay(form, 'Date of birth', '2003-01-02');
  await form.getByLabel('WhatsApp number').fill('9876500004');
  await form.getByLabel('INDOS number').fill(asha.indos);
  await form.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'Conflict' });
  await expect(conflict).toContainText('Another user exists with similar data.');
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Back to the form' }).click();
  await expect(form.getByLabel('INDOS number')).toHaveValue(asha.indos);
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a student reads the profile offline, and text that could not be saved stays in the form until it can be saved', async ({
    account,
    page,
    network,
    watch,
  }) => {
    watch.expects(/net::ERR_|Failed to load resource/);
    await new SignIn(page).byApi(account);
    const profile = new Profile(page);
    await profile.opens();
    await profile.isServedByWorker();
    const form = await profile.edits();
    await form.getByLabel('Passport number').fill('P7777777');
    await network.cut();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('alert')).toContainText('Something went wrong.');
    await expect(form.getByText('You are offline, so you cannot save')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Save' })).toBeFocused();
    await expect(form.getByLabel('Passport number')).toHaveValue('P7777777');
    await expectAccessible(page);

    await page.reload();
    await profile.seesItIsOffline();
    await expect(page.getByText(/You can edit your profile when you are back online.*Last updated/)).toBeVisible();
    await expect(profile.editButton).toBeDisabled();
    await expect((await profile.unfolds('Personal details')).getByText(account.mobile).first()).toBeVisible();
    await expectAccessible(page);

    await network.restore();
    await expect(profile.editButton).toBeEnabled({ timeout: 60_000 });
    await profile.edits();
    await expect(form.getByLabel('Passport number')).toHaveValue('P7777777');
    await profile.saves();
  });
});

test('a student crops, uploads and removes a profile picture', async ({ account, page }) => {
  await new SignIn(page).byApi(account);
  const profile = new Profile(page);
  await profile.opens();
  await profile.choosesPicture({ name: 'me.heic', mimeType: 'image/heic', buffer: Buffer.from('x') });
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(
    'Only JPG, PNG, and WEBP images are allowed.',
  );

  await profile.choosesPicture(await drawPicture(page));
  const dialog = page.getByRole('dialog', { name: 'Your picture' });
  const offset = dialog.getByRole('slider', { name: 'Left to right' });
  await expect(offset).toHaveValue('0.5');
  await expectAccessible(page);
  const cropArea = await dialog.getByRole('img', { name: 'The part that will be shown' }).locator('..').boundingBox();
  if (!cropArea) throw new Error('The crop area is not visible');
  await page.mouse.move(cropArea.x + 100, cropArea.y + 100);
  await page.mouse.down();
  await page.mouse.move(cropArea.x + 200, cropArea.y + 100, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Number(await offset.inputValue())).toBeLessThan(0.5);
  await offset.focus();
  await page.keyboard.press('Home');
  await expect(offset).toHaveValue('0');
  const uploading = page.waitForRequest((request) => request.url().endsWith('/aws-upload'));
  const saving = page.waitForRequest((request) => request.method() === updateStudent.method);
  await dialog.getByRole('button', { name: 'Use picture' }).click();
  expect(Number((await uploading).headers()['content-length'] ?? 0)).toBeLessThan(200_000);
  await saving;
  await expect(dialog).toHaveCount(0);
  const picture = page.getByRole('main').getByRole('img', { name: 'Your profile' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);

  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove picture' }).click();
  await expect(picture).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add picture' })).toBeVisible();
});
