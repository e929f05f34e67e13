import type { MegaColumn, MenuItem } from '../../../../contract/content.ts';
import { itemsLeftOfLogo } from '../../../../contract/limits.ts';

/** A first-level menu entry. `columns` open below it on wide screens, `children` in the drawer on phones. */
export type MenuEntry = { id: number; label: string; url: string; columns: MegaColumn[]; children: MenuItem[] };

/**
 * The active first-level entries in the given order. For an entry without a mega menu, its child entries become the
 * only column.
 */
export function menuEntries(items: readonly MenuItem[]): MenuEntry[] {
  const active = items.filter((item) => item.is_active);
  return active
    .filter((item) => item.parent_id === null)
    .map(({ id, label, url, has_mega_menu, mega_menu }) => {
      const children = active.filter((item) => item.parent_id === id);
      const links = children.map((child) => ({ label: child.label, url: child.url }));
      const secondLevel: MegaColumn[] = links.length > 0 ? [{ type: 'link_list', title: label, links }] : [];
      return { id, label, url, children, columns: has_mega_menu && mega_menu ? mega_menu.columns : secondLevel };
    });
}

/** Splits the menu entries: the first ones go left of the logo, the rest right of it. */
export function splitAtLogo(entries: readonly MenuEntry[]): { left: MenuEntry[]; right: MenuEntry[] } {
  return { left: entries.slice(0, itemsLeftOfLogo), right: entries.slice(itemsLeftOfLogo) };
}
