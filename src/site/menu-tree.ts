import type { MegaColumn, MenuItem } from '../../contract/content.ts';
import { headerNameLength, itemsLeftOfLogo } from '../../contract/limits.ts';

/** A first-level entry with what opens below it: columns on wide screens, a second level in the drawer. */
export type MenuEntry = { id: number; label: string; url: string; columns: MegaColumn[]; children: MenuItem[] };

/** Active first-level entries in the order given; an entry without a mega menu opens its second level as one column. */
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

/** Up to four entries left of the logo, the rest right. */
export function splitAtLogo(entries: readonly MenuEntry[]): { left: MenuEntry[]; right: MenuEntry[] } {
  return { left: entries.slice(0, itemsLeftOfLogo), right: entries.slice(itemsLeftOfLogo) };
}

/** A name of at most 12 characters; a longer one is cut there and ends in an ellipsis. */
export function shortName(name: string): string {
  const letters = [...name];
  return letters.length > headerNameLength ? `${letters.slice(0, headerNameLength).join('')}…` : name;
}
