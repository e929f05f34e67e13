import { Icon } from '../ui/icons.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { MegaMenuColumn } from './mega-column.tsx';
import classes from './mega-menu.module.css';
import type { MenuEntry } from './menu-tree.ts';
import { type OpenMenu, toggleId } from './use-open-menu.ts';

const isPage = (url: string) => url !== '' && !url.startsWith('#');

/** One entry of the main menu: a link, or a button that opens its panel. */
export function MegaMenu({ entry, menu }: { entry: MenuEntry; menu: OpenMenu }) {
  const { id, label, url, columns } = entry;
  if (columns.length === 0) {
    return (
      <li>
        <PageLink href={url} className={classes.top}>
          {label}
        </PageLink>
      </li>
    );
  }
  const isOpen = menu.openId === id;
  const panelId = `menu-panel-${id}`;
  return (
    <li>
      <button
        type="button"
        id={toggleId(id)}
        className={classes.top}
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': panelId } : {})}
        onClick={() => menu.toggle(id)}
      >
        {label}
        <Icon name="chevronDown" size={16} className={classes.chevron} />
      </button>
      {isOpen ? (
        <div id={panelId} className={classes.panel}>
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
        </div>
      ) : null}
    </li>
  );
}
