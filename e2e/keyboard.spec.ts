import { expect, test } from './support/voyage.ts';
import { Writer } from './support/writer.ts';

test.use({ serviceWorkers: 'block' });

// Menus are opened and left by keyboard in house.spec.ts, a department's tabs and a question in public-pages.spec.ts, the grievance form in forms.spec.ts.

test('the notices are read, turned and stopped with the keyboard alone', async ({ page, visitor }) => {
  await visitor.opensHome();
  const keys = new Writer(page);
  const notices = page.getByRole('region', { name: 'Notices' });
  const shown = notices.getByRole('article', { includeHidden: false });
  await keys.tabsTo(notices.getByRole('button', { name: 'Next notice' }));
  const before = await shown.getAttribute('aria-label');
  await page.keyboard.press('Enter');
  await expect(shown).not.toHaveAttribute('aria-label', before ?? '');
  await page.keyboard.press('ArrowLeft');
  await expect(shown).toHaveAttribute('aria-label', before ?? '');
  await keys.tabsTo(notices.getByRole('button', { name: /^Notice 3/ }));
  await page.keyboard.press('Space');
  await expect(shown).toHaveAttribute('aria-label', /^3 of/);
  await keys.tabsTo(notices.getByRole('button', { name: 'Stop moving notices' }));
  await page.keyboard.press('Enter');
  await expect(notices.getByRole('button', { name: 'Move notices' })).toBeFocused();
  await visitor.findsItAccessible();
});

test('the tabs of a course are gone through by arrow keys, and its booking is reached', async ({ page, visitor }) => {
  await page.goto('/course-booking/diploma-in-nautical-science-dns-deck-cadet-302');
  await visitor.arrivesAt(/Diploma in Nautical Science/);
  const keys = new Writer(page);
  const tabs = page.getByRole('tab');
  const names = await tabs.allTextContents();
  await keys.tabsTo(tabs.first());
  for (const name of names.slice(1)) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name, exact: true })).toBeFocused();
    await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible();
  }
  await page.keyboard.press('ArrowRight');
  await expect(tabs.first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(tabs.last()).toBeFocused();
  await keys.tabsTo(
    page
      .getByRole('region', { name: 'Next batches' })
      .getByRole('link', { name: /^Book / })
      .first(),
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/(course-booking\?course=302&batch=\d+|login)/);
});

test('an enquiry is written and sent with the keyboard alone', async ({ office, page }, { project }) => {
  const nila = new Writer(page);
  await nila.opens('/contact-us?subject=course', /./);
  const words: ReadonlyArray<readonly [string, string]> = [
    ['Name', 'Nila Thomas'],
    ['Email', 'nila.thomas@example.com'],
    ['Message', `Which course suits a ${project.name} fitter?`],
  ];
  for (const [label, text] of words) {
    await nila.tabsTo(nila.field(label));
    await page.keyboard.type(text);
  }
  await nila.tabsTo(page.getByRole('button', { name: 'Send message' }));
  await page.keyboard.press('Enter');
  const reference = await nila.isReceived('Request submitted', 'You will be responded within 24hr');
  expect((await office.readsSubmissions()).filter((line) => line.includes(reference))).toHaveLength(1);
});
