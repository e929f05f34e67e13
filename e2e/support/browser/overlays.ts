import { expect, type Locator, type Page } from '@playwright/test';
import { expectPartAccessible } from './accessibility.ts';

type Role = 'button' | 'combobox' | 'link' | 'menuitem' | 'radio' | 'tab';
/**
 * The controls to click, one after the other, to open an overlay: a dialog, a menu or a list of options. Only the
 * overlay that the last control opens is closed again; a dialog that an earlier control has opened stays open. The
 * focus must then be on the last control that is not an item of a menu.
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
  const isInMenu = overlay.at(-1)?.[0] === 'menuitem';
  const open = page.locator(isInMenu ? '[role="dialog"]' : overlays).filter({ visible: true });
  let opener: Locator = page.locator('body');
  let openBefore = 0;
  for (const [role, name] of overlay) {
    const control = page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .filter({ visible: true })
      .first();
    openBefore = await open.count();
    await control.click();
    if (role !== 'menuitem') opener = control;
  }
  await expect.poll(() => open.count(), nameOf(overlay)).toBeGreaterThan(openBefore);
  await expect(page.locator(overlays).getByRole('status', { name: /loading|checking/i })).toHaveCount(0);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await expectPartAccessible(page, overlays);
  }
  await check?.(nameOf(overlay));
  // Press Escape until the overlay is closed: if a list of options is open in a dialog, the first Escape closes only
  // the list.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(open, nameOf(overlay)).toHaveCount(openBefore, { timeout: 1000 });
  }).toPass();
  await expect(opener, `the focus after ${nameOf(overlay)}`).toBeFocused();
}
