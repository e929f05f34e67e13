import { expectPartAccessible } from '../support/browser/accessibility.ts';
import { KeyboardStaff } from '../support/screens/keyboard-staff.ts';
import { expect, test } from '../support/test.ts';

// The editor changes the notices, so this file has its own site.
test.use({ academy: 'keyboard-editor' });

const title = 'The pool is closed on Friday';

/** Creates a notice, which is saved as a draft while it is typed. */
async function draftsNotice(editor: KeyboardStaff): Promise<void> {
  const { page } = editor;
  await editor.opens('Content', 'Courses');
  await editor.opensTab('Notices', { isManual: true });
  await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeVisible();
  await editor.presses(page.getByRole('button', { name: 'New notice' }), 'Enter', 'Shift+Tab');
  await editor.startsAt('Notice');
  await editor.types(page.getByRole('textbox', { name: 'Title' }), title);
  await editor.types(page.getByRole('textbox', { name: 'Content' }), 'Survival courses use the harbour basin.');
  await linksContent(editor);
  await editor.typesDate(page.getByLabel('Date'), '2026-11-01');
  await editor.typesDate(page.getByLabel('Shown until'), '2099-12-31');
  await editor.hears('status', 'Draft saved. Visitors do not see it yet.');
  await expect(page.getByRole('tabpanel', { name: 'Edit' })).toMatchAriaSnapshot(`
    - tabpanel "Edit":
      - textbox "Title": ${title}
      - button "Link"
      - textbox "Content":
        - paragraph:
          - link "Survival courses use the harbour basin."
      - textbox "Date"
      - textbox "Shown until"
      - textbox "Place in the list"
  `);
  await editor.findsItAccessible();
}

/** Makes the whole content of the notice a link, by the toolbar of the text editor. */
async function linksContent(editor: KeyboardStaff): Promise<void> {
  const { page } = editor;
  const content = page.getByRole('textbox', { name: 'Content' });
  const opener = page.getByRole('button', { name: 'Link', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Link' });
  const address = dialog.getByRole('textbox', { name: 'Address' });
  await page.keyboard.press('ControlOrMeta+a');
  await editor.presses(opener, 'Enter', 'Shift+Tab');
  await expect(address).toBeFocused();
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Link":
      - textbox "Address"
      - button "Where the link opens"
      - button "Save"
  `);
  const target = dialog.getByRole('button', { name: 'Where the link opens' });
  await editor.tabsTo(target);
  await editor.seesFocusOn(target);
  await expect(target).toHaveAccessibleDescription('Open link in the same tab');
  await expectPartAccessible(page, '[role="dialog"]');
  await editor.escapes(dialog, opener);
  await page.keyboard.press('Enter');
  await expect(address).toBeFocused();
  await page.keyboard.type('/contact-us');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(content).toBeFocused();
  await expect(content.getByRole('link')).toHaveAttribute('href', '/contact-us');
}

/** Reads the notice as visitors would see it, and goes back to the form. */
async function previewsNotice(editor: KeyboardStaff): Promise<void> {
  const { page } = editor;
  await editor.opensTab('Preview', { isManual: true });
  const width = page.getByRole('radiogroup', { name: 'Width' }).getByRole('radio', { name: 'Phone' });
  await editor.presses(width, 'ArrowRight');
  await expect(page.getByRole('radio', { name: 'Desktop' })).toBeChecked();
  await expect(page.getByTitle('Preview').contentFrame().getByText(title)).toBeAttached();
  // The previewed page is wider than its frame, so the keyboard user must be able to focus the frame and scroll it.
  const region = page.getByRole('region', { name: 'Page' });
  await editor.tabsTo(region);
  await editor.seesFocusOn(region);
  await editor.findsItAccessible();
  await editor.opensTab('Edit', { isManual: true, key: 'Shift+Tab' });
}

async function publishesNotice(editor: KeyboardStaff): Promise<void> {
  const { page } = editor;
  const opener = page.getByRole('button', { name: 'Publish…' });
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await editor.presses(opener, 'Enter');
  await expect(dialog.getByRole('button', { name: 'Publish now' })).toBeVisible();
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Publish":
      - heading "Publish" [level=2]
      - button "Close"
      - paragraph: "This will be new:"
      - list:
        - listitem:
          - paragraph: Title
          - paragraph: "Before: nothing"
          - paragraph: "Now: ${title}"
      - radiogroup "When":
        - radio "Now" [checked]
        - radio "At a time"
      - textbox "Reason"
      - button "Publish now"
      - button "Cancel"
  `);
  await editor.findsItAccessible();
  await editor.escapes(dialog, opener);
  await page.keyboard.press('Enter');
  await editor.presses(dialog.getByRole('button', { name: 'Publish now' }));
  await editor.hears('status', 'Published');
  await expect(dialog).toHaveCount(0);
  await editor.startsAt(title);
}

test('an editor drafts, previews and publishes a notice with the keyboard alone', {
  tag: '@desktop',
}, async ({ page, context, watch }) => {
  const editor = await KeyboardStaff.signsIn(page, 'editor', watch);
  await editor.startsAt(/^Today, /);
  await test.step('the editor drafts a notice', () => draftsNotice(editor));
  await test.step('the editor previews the notice', () => previewsNotice(editor));
  await test.step('the editor publishes the notice', () => publishesNotice(editor));
  await test.step('visitors see the notice on Home', async () => {
    const visitor = await context.newPage();
    await visitor.goto('/');
    await expect(visitor.getByRole('region', { name: 'Notices' }).getByText(title)).toBeAttached();
  });
});
