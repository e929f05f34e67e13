import { expect, type Locator, type Page } from '@playwright/test';
import { expectPartAccessible } from './accessibility.ts';

type Role = 'button' | 'combobox' | 'link' | 'menuitem' | 'tab';
/**
 * The controls to click, one after the other, until a dialog, a menu or a list of options is open. When it is closed
 * again, the focus must return to the last of these controls that is not an item of a menu.
 */
export type Overlay = ReadonlyArray<readonly [role: Role, name: string | RegExp]>;

const overlays = '[role="dialog"], [role="menu"], [role="listbox"], dialog[open], #user-menu';
const nameOf = (overlay: Overlay) => overlay.map(([, name]) => String(name)).join(' > ');

/**
 * Opens a dialog, a menu or a list of options, checks its accessibility in each theme, and closes it by Escape.
 * `check`: what else to check while it is open.
 */
export async function checkOverlay(
  page: Page,
  overlay: Overlay,
  themes: ReadonlyArray<'light' | 'dark'>,
  check?: (name: string) => Promise<void>,
): Promise<void> {
  let opener: Locator = page.locator('body');
  for (const [role, name] of overlay) {
    const control = page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .filter({ visible: true })
      .first();
    await control.click();
    if (role !== 'menuitem') opener = control;
  }
  const isInMenu = overlay.at(-1)?.[0] === 'menuitem';
  const open = page.locator(isInMenu ? '[role="dialog"]' : overlays).filter({ visible: true });
  await expect(open.first(), nameOf(overlay)).toBeVisible();
  await expect(page.locator(overlays).getByRole('status', { name: /loading|checking/i })).toHaveCount(0);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await expectPartAccessible(page, overlays);
  }
  await check?.(nameOf(overlay));
  // A list of options that a dialog has opened is closed first, then the dialog.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(open, nameOf(overlay)).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await expect(opener, `the focus after ${nameOf(overlay)}`).toBeFocused();
}
