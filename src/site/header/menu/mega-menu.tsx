import { Suspense } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { Icon } from '../../../ui/icons.tsx';
import { PageLink } from '../../../ui/links/page-link.tsx';
import classes from '../../site-frame.module.css';
import type { MenuEntry } from './menu-tree.ts';
import { type OpenMenu, toggleId } from './use-open-menu.ts';

// The panel is loaded lazily: phones use the drawer instead, and no menu is opened before the first paint.
const loadPanel = () => import('./mega-panel.tsx').then((module) => ({ default: module.MegaPanel }));
const MegaPanel = lazyPart(loadPanel);

/** Loads the script of the panel on hover and focus, because the visitor is then likely to open the menu. */
const preload = () => void loadPanel().catch(() => {});

/** One entry of the main menu: a link, or a button that opens a panel if the entry has columns. */
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
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => menu.toggle(id)}
      >
        {label}
        <Icon name="chevronDown" size={16} className={classes.chevron} />
      </button>
      {isOpen ? (
        <div id={panelId} className={`surface ink ${classes.panel}`}>
          <Suspense fallback={null}>
            <MegaPanel entry={entry} />
          </Suspense>
        </div>
      ) : null}
    </li>
  );
}
