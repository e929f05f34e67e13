import type { MegaColumn } from '../../contract/content.ts';
import type { MenuEntry } from './menu-tree.ts';

type MenuLink = { label: string; url: string };

/** Links that a column offers, whatever its type. */
function columnLinks({ title, links, ctaText, ctaUrl, departmentUrl }: MegaColumn): MenuLink[] {
  return [
    ...(departmentUrl ? [{ label: title, url: departmentUrl }] : []),
    ...links,
    ...(ctaText && ctaUrl ? [{ label: ctaText, url: ctaUrl }] : []),
  ];
}

/** Second level of an entry in the drawer: its own page first, then its items, else what its columns offer. */
export function secondLevel({ label, url, children, columns }: MenuEntry): MenuLink[] {
  const below = children.length > 0 ? children : columns.flatMap(columnLinks);
  if (below.length === 0) return [];
  const isLacking = url.startsWith('/') && !below.some((link) => link.url === url);
  return isLacking ? [{ label: `See all: ${label}`, url }, ...below] : below;
}
