import { Suspense, useRef, useState } from 'react';
import type { Header } from '../../../contract/content.ts';
import { paths } from '../../../contract/pages.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Skeleton } from '../../ui/messages/skeleton.tsx';
import type { FrameSlots } from '../frame-slots.ts';
import classes from '../site-frame.module.css';
import { CartLink } from './cart-link.tsx';
import { Logo } from './logo.tsx';
import { MegaMenu } from './menu/mega-menu.tsx';
import { type MenuEntry, menuEntries, splitAtLogo } from './menu/menu-tree.ts';
import { NoscriptMenu } from './menu/noscript-menu.tsx';
import { type OpenMenu, useOpenMenu } from './menu/use-open-menu.ts';
import { StudentLink } from './student-link.tsx';

const MobileDrawer = lazyPart(() =>
  import('./menu/mobile-drawer.tsx').then((module) => ({ default: module.MobileDrawer })),
);

/** Menu entries shown when the menu cannot be loaded. */
const fallbackEntries: MenuEntry[] = [
  { id: 1, label: 'Courses', url: paths.coursesList, columns: [], children: [] },
  { id: 2, label: 'Book Online', url: paths.bookOnline, columns: [], children: [] },
];

function MenuSide({ entries, menu }: { entries: MenuEntry[]; menu: OpenMenu }) {
  return (
    <ul className={classes.side}>
      {entries.map((entry) => (
        <MegaMenu key={entry.id} entry={entry} menu={menu} />
      ))}
    </ul>
  );
}

/** Link to the search. On phones it is beside the menu button, on wide screens beside the student's name. */
function SearchLink({ className = '' }: { className?: string | undefined }) {
  return (
    <PageLink href={paths.search} className={`stack ${classes.cart} ${className}`}>
      <Icon name="search" size={24} />
      <span className="visually-hidden">Search</span>
    </PageLink>
  );
}

type SiteHeaderProps = Pick<FrameSlots, 'student' | 'cartCount'> & { header: Header | null; hasFailed: boolean };

/**
 * The header: the logo with half of the menu on either side, and links to the student's account and the cart. On
 * phones, the menu is in a drawer.
 */
export function SiteHeader({ header, hasFailed, student, cartCount }: SiteHeaderProps) {
  const menu = useOpenMenu();
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const burger = useRef<HTMLButtonElement>(null);
  const entries = header ? menuEntries(header.items) : hasFailed ? fallbackEntries : [];
  const { left, right } = splitAtLogo(entries);
  const closeDrawer = () => {
    setIsDrawerOpen(false);
    burger.current?.focus();
  };
  return (
    <header className={`screen-only ${classes.header}`}>
      <div className={`stack middle ${classes.row}`}>
        <div className={`row ${classes.start}`}>
          <button
            type="button"
            ref={burger}
            className={`icon-button ${classes.burger}`}
            aria-haspopup="dialog"
            aria-expanded={isDrawerOpen}
            onClick={() => setIsDrawerOpen(true)}
          >
            <Icon name="menu" size={24} />
            <span className="visually-hidden">Menu</span>
          </button>
          <SearchLink />
        </div>
        <nav className={classes.menu} aria-label="Main" ref={menu.rootRef}>
          {entries.length > 0 ? (
            <MenuSide entries={left} menu={menu} />
          ) : (
            <span className={classes.side}>
              <Skeleton width="28.75rem" height="1rem" />
            </span>
          )}
          <Logo name={header?.brand.short_name ?? null} />
          {right.length > 0 ? <MenuSide entries={right} menu={menu} /> : null}
        </nav>
        <div className={`row middle ${classes.tools}`}>
          <SearchLink className={classes.wideOnly} />
          <StudentLink student={student} />
          {student.status === 'signedIn' ? <CartLink count={cartCount} /> : null}
        </div>
      </div>
      {/* Browsers that run JavaScript ignore `noscript`, so only the server renders its content. */}
      <noscript>{import.meta.env.SSR ? <NoscriptMenu entries={entries} /> : null}</noscript>
      {isDrawerOpen ? (
        <Suspense>
          <MobileDrawer entries={entries} student={student} onClose={closeDrawer} />
        </Suspense>
      ) : null}
    </header>
  );
}
