import type { MenuItem } from '../../contract/content.ts';

/**
 * Active items, without those under an inactive parent. `mobileOnly` leaves mega menus out, `desktopOnly` the second
 * level (contract `getHeader`).
 */
export function chooseMenu(
  items: readonly MenuItem[],
  { mobileOnly, desktopOnly }: { mobileOnly?: boolean | undefined; desktopOnly?: boolean | undefined },
): MenuItem[] {
  const active = items.filter((menuItem) => menuItem.is_active);
  const activeIds = new Set(active.map((menuItem) => menuItem.id));
  return active
    .filter(({ parent_id }) => parent_id === null || (activeIds.has(parent_id) && !desktopOnly))
    .map((menuItem) => (mobileOnly ? { ...menuItem, has_mega_menu: false, mega_menu: null } : menuItem));
}
