import { expect, type Locator } from '@playwright/test';
import { KeyboardUser } from './keyboard-user.ts';

/** A staff member who uses the console with the keyboard alone. */
export class KeyboardStaff extends KeyboardUser {
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
   * it takes a while.
   */
  async opensTab(name: string, { isManual = false } = {}): Promise<void> {
    const tab = this.page.getByRole('tab', { name, exact: true });
    const list = this.page.getByRole('tablist').filter({ has: tab });
    await this.tabsTo(list.getByRole('tab', { selected: true }));
    const tabs = await list.getByRole('tab').count();
    for (let step = 0; step < tabs && !(await tab.and(this.page.locator(':focus')).count()); step += 1)
      await this.page.keyboard.press('ArrowRight');
    await this.seesFocusOn(tab);
    if (isManual) await this.page.keyboard.press('Enter');
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await this.seesFocusOn(tab);
  }
}
