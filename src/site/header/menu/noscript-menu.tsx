import { PageLink } from '../../../ui/links/page-link.tsx';
import classes from '../../site-frame.module.css';
import type { MenuEntry } from './menu-tree.ts';

/** The menu for browsers without JavaScript. An entry that has links below it is replaced by these links. */
export function NoscriptMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const links = entries.flatMap((entry): Array<{ label: string; url: string }> => {
    const below = entry.children.length > 0 ? entry.children : entry.columns.flatMap((column) => column.links);
    return below.length > 0 ? below : [entry];
  });
  return (
    <details className={classes.plain}>
      <summary>All pages</summary>
      <nav aria-label="All pages">
        <ul className="row wrap gap-x-5">
          {links.map(({ label, url }) => (
            <li key={url + label}>
              <PageLink href={url}>{label}</PageLink>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
