import { FormAuthor } from '../support/screens/form-author.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'block' });

// The keyboard tests of the menu, the tabs of a department, the questions and the grievance form are in the files of
// those pages.

test('a visitor can move and stop the notice carousel on Home with the keyboard alone', async ({ page, visitor }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await visitor.opensHome();
  const notices = page.getByRole('region', { name: 'Notices' });
  const shown = notices.getByRole('article', { includeHidden: false });
  await visitor.tabsTo(notices.getByRole('button', { name: 'Next notice' }));
  const before = await shown.getAttribute('aria-label');
  await page.keyboard.press('Enter');
  await expect(shown).not.toHaveAttribute('aria-label', before ?? '');
  await page.keyboard.press('ArrowLeft');
  await expect(shown).toHaveAttribute('aria-label', before ?? '');
  await visitor.tabsTo(notices.getByRole('button', { name: /^Notice 3/ }));
  await page.keyboard.press('Space');
  await expect(shown).toHaveAttribute('aria-label', /^3 of/);
  await visitor.tabsTo(notices.getByRole('button', { name: 'Stop moving notices' }));
  await page.keyboard.press('Enter');
  await expect(notices.getByRole('button', { name: 'Start moving notices' })).toBeFocused();
  await visitor.findsItAccessible();
});

test('arrow keys move through the tabs of a course page, and the Tab key reaches the link to book a batch', async ({
  page,
  visitor,
}) => {
  await page.goto('/course-booking/diploma-in-nautical-science-dns-deck-cadet-302');
  await visitor.arrivesAt(/Diploma in Nautical Science/);
  const tabs = page.getByRole('tab');
  const names = await tabs.allTextContents();
  await visitor.tabsTo(tabs.first());
  for (const name of names.slice(1)) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name, exact: true })).toBeFocused();
    await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible();
  }
  await page.keyboard.press('ArrowRight');
  await expect(tabs.first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(tabs.last()).toBeFocused();
  await visitor.tabsTo(
    page
      .getByRole('region', { name: 'Next batches' })
      .getByRole('link', { name: /^Book / })
      .first(),
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/(course-booking\?course=302&batch=\d+|login)/);
});

test('a visitor writes and sends an enquiry with the keyboard alone', async ({ staff, page }, { project }) => {
  const nila = new FormAuthor(page);
  await nila.opens('/contact-us?subject=course', /./);
  const fields: ReadonlyArray<readonly [string, string]> = [
    ['Name', 'Nila Thomas'],
    ['Email', 'nila.thomas@example.com'],
    ['Message', `Which course suits a ${project.name} fitter?`],
  ];
  for (const [label, text] of fields) {
    await nila.tabsTo(nila.field(label));
    await page.keyboard.type(text);
  }
  await nila.tabsTo(page.getByRole('button', { name: 'Send message' }));
  await page.keyboard.press('Enter');
  const reference = await nila.seesConfirmation('Request submitted', 'You will be responded within 24hr');
  expect((await staff.readsSubmissions()).filter((line) => line.includes(reference))).toHaveLength(1);
});
