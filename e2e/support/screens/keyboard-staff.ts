import { expect, type Locator, type Page } from '@playwright/test';
import type { StaffRole } from '../../../contract/staff/permissions.ts';
import type { ConsoleWatch } from '../browser/console-watch.ts';
import { KeyboardUser } from './keyboard-user.ts';
import { demoCode, demoPassword, nextDemoCode } from './staff-console.ts';

/** A staff member who uses the console with the keyboard alone. For accounts of the demo, see `StaffConsole`. */
export class KeyboardStaff extends KeyboardUser {
  /** Signs in with an account of the demo, as `StaffConsole.signsIn` does. */
  static async signsIn(page: Page, role: StaffRole, watch: ConsoleWatch): Promise<KeyboardStaff> {
    const staff = new KeyboardStaff(page);
    watch.expects(/status of 401/);
    await page.goto('/staff');
    await expect(page.getByLabel('Email address')).toBeVisible();
    await staff.types(page.getByLabel('Email address'), `${role}@example.com`);
    await staff.types(page.getByLabel('Password', { exact: true }), demoPassword);
    await page.keyboard.press('Enter');
    await staff.#typesCode(demoCode());
    await expect(page.getByRole('navigation', { name: 'Console' })).toBeAttached();
    return staff;
  }

  /** Uses the second factor again in the dialog that asks for it, and expects the focus to return to this control. */
  async stepsUp(opener: Locator): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: 'Confirm that it is you' });
    await this.#typesCode(nextDemoCode());
    await expect(dialog).toHaveCount(0);
    await this.seesFocusOn(opener);
  }

  /** Types a code into the field for it, which must have the focus by itself. */
  async #typesCode(code: string): Promise<void> {
    await this.seesFocusOn(this.page.getByLabel('Code from your authenticator app'));
    await this.page.keyboard.type(code);
    await this.page.keyboard.press('Enter');
  }

  /** Opens a page by the menu at the left, which a phone shows only after its button was pressed. */
  async opens(label: string, heading: string = label): Promise<void> {
    const menu = this.page.getByRole('button', { name: 'Menu', exact: true });
    if (await menu.isVisible()) await this.presses(menu, 'Enter', 'Shift+Tab');
    const link = this.page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: label });
    await this.presses(link, 'Enter', (await menu.isVisible()) ? 'Tab' : 'Shift+Tab');
    await this.startsAt(heading);
  }

  /** Expects the focus to be on a control of the page, and to be visible. */
  async keepsFocus(): Promise<void> {
    await this.seesFocusOn(this.page.locator('#page :focus'));
  }

  /** Types into a field with a list of suggestions, and chooses the first. */
  async choosesFirst(field: Locator, text: string, option: RegExp): Promise<void> {
    await this.types(field, text);
    await expect(this.page.getByRole('option', { name: option }).first()).toBeVisible();
    await this.page.keyboard.press('Enter');
    await expect(field).toHaveValue(option);
    await this.seesFocusOn(field);
  }

  /** Opens a menu by its button, and waits until the focus has moved into the menu. */
  async opensMenu(opener: Locator, tab: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.presses(opener, 'Enter', tab);
    await expect(this.page.getByRole('menu').and(this.page.locator(':focus-within'))).toBeVisible();
  }

  /** Goes to an entry of the open menu by the arrow keys, and presses Enter. */
  async choosesEntry(name: string): Promise<void> {
    const entry = this.page.getByRole('menuitem', { name });
    const entries = await this.page.getByRole('menu').locator('[role^="menuitem"]').count();
    for (let step = 0; step < entries && !(await entry.and(this.page.locator(':focus')).count()); step += 1)
      await this.page.keyboard.press('ArrowDown');
    await this.seesFocusOn(entry);
    await this.page.keyboard.press('Enter');
  }

  /**
   * Goes to a tab of the page by the arrow keys. `isManual`: the tab opens only when Enter is pressed, because opening
   * it takes a while. `key`: the key that leads to the tabs.
   */
  async opensTab(
    name: string,
    { isManual = false, key = 'Tab' }: { isManual?: boolean; key?: 'Tab' | 'Shift+Tab' } = {},
  ): Promise<void> {
    const tab = this.page.getByRole('tab', { name, exact: true });
    const list = this.page.getByRole('tablist').filter({ has: tab });
    await this.tabsTo(list.getByRole('tab', { selected: true }), key);
    const tabs = await list.getByRole('tab').count();
    for (let step = 0; step < tabs && !(await tab.and(this.page.locator(':focus')).count()); step += 1)
      await this.page.keyboard.press('ArrowRight');
    await this.seesFocusOn(tab);
    if (isManual) await this.page.keyboard.press('Enter');
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await this.seesFocusOn(tab);
  }
}
