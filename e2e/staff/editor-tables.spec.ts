import type { Locator } from '@playwright/test';
import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { StaffConsole } from '../support/screens/staff-console.ts';
import { expect, test } from '../support/test.ts';

// The editor changes pages, so this file has its own site.
test.use({ academy: 'editor-tables' });
test.setTimeout(240_000);

/** An editor who uses the keyboard alone within the texts of a document. */
class Editor extends KeyboardUser {
  readonly console = new StaffConsole(this.page);
  readonly tableButtons = this.page.getByRole('group', { name: 'Table', exact: true });

  async opensKind(kind: 'Pages' | 'Notices'): Promise<void> {
    await this.page.goto(`/staff/content/${kind.toLowerCase()}`);
    await this.console.arrivesAt(kind);
  }

  /** Presses a button for the table in which the cursor is, and expects the cursor to be in the text again. */
  async changesTable(button: string): Promise<void> {
    await this.presses(this.tableButtons.getByRole('button', { name: button }));
    await expect(this.page.locator('[contenteditable]:focus')).toHaveCount(1);
  }

  /** Types into the cell with the cursor and those after it. */
  async typesCells(...texts: string[]): Promise<void> {
    for (const [index, text] of texts.entries()) {
      if (index > 0) await this.page.keyboard.press('ArrowRight');
      await this.page.keyboard.type(text);
    }
  }

  /** Expects that the buttons for the table, which stay at the bottom of the window, do not cover this cell. */
  async seesWholeCell(cell: Locator): Promise<void> {
    const [box, buttons] = [await cell.boundingBox(), await this.tableButtons.boundingBox()];
    if (!box || !buttons) throw new Error('the cell or the buttons are not shown');
    expect(box.y + box.height, 'the buttons do not cover the cell').toBeLessThanOrEqual(buttons.y);
  }

  async publishes(): Promise<void> {
    await this.page.getByRole('button', { name: 'Publish…' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByRole('button', { name: 'Publish now' }).click();
    await expect(dialog).toBeHidden();
    await expect(this.main.getByRole('status').filter({ hasText: /^Published$/ })).toBeVisible();
  }

  /**
   * Expects that the page does not scroll sideways. Compares with the size of the viewport: a phone zooms out of a page
   * that is too wide, which makes `innerWidth` larger.
   */
  async fitsWindow(): Promise<void> {
    const width = await this.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, 'the page does not scroll sideways').toBe(this.page.viewportSize()?.width);
  }
}

const rowsOf = (table: Locator) =>
  table.getByRole('row').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

test('an editor adds a row to the table of a page and a table to a notice by the keyboard, and visitors see both', async ({
  page,
  watch,
}) => {
  await StaffConsole.signsIn(page, 'editor', watch);
  const editor = new Editor(page);

  await test.step('a row that is added to a table of the demo content is on the page, and the headers stay headers', async () => {
    await editor.opensKind('Pages');
    await page.getByRole('table').getByRole('link', { name: /^Why/ }).click();
    await editor.console.arrivesAt(/^Why/);
    // Make the window low, as it is on a phone while the on-screen keyboard is open.
    const { width, height } = page.viewportSize() ?? { width: 390, height: 844 };
    await page.setViewportSize({ width, height: 420 });
    await page.getByRole('cell', { name: '2025' }).click();
    await editor.changesTable('Add row below');
    await page.getByRole('columnheader', { name: 'Batch of' }).click();
    await expect(editor.tableButtons.getByRole('button', { name: 'Add row above' })).toBeDisabled();
    for (let row = 0; row < 4; row += 1) await page.keyboard.press('ArrowDown');
    await editor.typesCells('2026', '80 of 80', '59 of 60');
    await editor.seesWholeCell(page.getByRole('cell', { name: '59 of 60' }));
    await page.setViewportSize({ width, height });
    await editor.console.findsItAccessible();
    await editor.fitsWindow();
    await editor.publishes();
    await page.goto('/why-landfall');
    const table = page.getByRole('table');
    await expect(table.getByRole('columnheader')).toHaveCount(3);
    expect((await rowsOf(table)).slice(-2)).toEqual([
      ['2025', '77 of 80', '58 of 60'],
      ['2026', '80 of 80', '59 of 60'],
    ]);
  });

  await test.step('a new table, which is wider than a phone, is in the notice and leaves Home as wide as the window', async () => {
    await editor.opensKind('Notices');
    await page.getByRole('button', { name: 'New notice' }).click();
    await editor.console.arrivesAt('Notice');
    await page.getByLabel('Title').fill('Months of the courses');
    await page.getByLabel('Date').fill('2026-11-01');
    await page.getByLabel('Shown until').fill('2099-12-31');
    await page.getByLabel('Title').focus();
    const insert = page.getByRole('button', { name: 'Insert table' });
    const sizes = page.getByRole('dialog');
    await editor.presses(insert);
    await editor.escapes(sizes, insert);
    await page.keyboard.press('Enter');
    await editor.presses(sizes.getByRole('button', { name: 'Insert 5 columns and 2 rows' }));
    await expect(page.locator('[contenteditable]:focus')).toHaveCount(1);
    const columns = ['Familiarisation', 'Embarkation', 'Certification', 'Revalidation', 'Disembarkation'];
    await editor.typesCells(...columns, 'May', 'June', 'July', 'August', 'October');
    await editor.changesTable('Add row above');
    await editor.changesTable('Delete row');
    await editor.fitsWindow();
    await expect(page.getByText('Draft saved. Visitors do not see it yet.')).toBeVisible();
    await editor.publishes();
    await page.goto('/');
    const slide = page.getByRole('article', { includeHidden: true }).filter({ hasText: 'Months of the courses' });
    const table = slide.locator('table');
    await expect(table).toBeAttached();
    await expect(table.locator('thead th[scope="col"]')).toHaveText(columns);
    await editor.fitsWindow();
  });
});
