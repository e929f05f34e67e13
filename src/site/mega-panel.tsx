import { Icon } from '../ui/icons.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { MegaMenuColumn } from './mega-column.tsx';
import classes from './mega-menu.module.css';
import type { MenuEntry } from './menu-tree.ts';

const isPage = (url: string) => url !== '' && !url.startsWith('#');

/** What a menu's panel holds: its columns, and the way to the entry's own page. */
export function MegaPanel({ entry: { label, url, columns } }: { entry: MenuEntry }) {
  return (
    <>
      <div className={classes.columns}>
        {columns.map((column) => (
          <MegaMenuColumn key={column.type + column.title} column={column} />
        ))}
      </div>
      {isPage(url) ? (
        <PageLink href={url} className={classes.whole}>
          See all: {label}
          <Icon name="arrowRight" size={18} />
        </PageLink>
      ) : null}
    </>
  );
}
