import { lazy, Suspense, useRef, useState } from 'react';
import type { Header } from '../../contract/content.ts';
import { paths } from '../../contract/pages.ts';
import { Icon } from '../ui/icons.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { CartLink } from './cart-link.tsx';
import type { FrameSlots } from './frame-slots.ts';
import { Logo } from './logo.tsx';
import { MegaMenu } from './mega-menu.tsx';
import { type MenuEntry, menuEntries, splitAtLogo } from './menu-tree.ts';
import { PlainMenu } from './plain-menu.tsx';
import classes from './site-header.module.css';
import { StudentLink } from './student-link.tsx';
import { type OpenMenu, useOpenMenu } from './use-open-menu.ts';

const MobileDrawer = lazy(() => import('./mobile-drawer.tsx').then((module) => ({ default: module.MobileDrawer })));

/** Ways on that need no content service. */
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

type SiteHeaderProps = Pick<FrameSlots, 'student' | 'cartCount'> & { header: Header | null; hasFailed: boolean };

/** Menu on both sides of the logo, the student and the cart; on phones a drawer in the menu's place. */
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
    <header className={classes.header}>
      <div className={classes.row}>
        <button
          type="button"
          ref={burger}
          className={classes.burger}
          aria-haspopup="dialog"
          aria-expanded={isDrawerOpen}
          onClick={() => setIsDrawerOpen(true)}
        >
          <Icon name="menu" size={24} />
          <span className="visually-hidden">Menu</span>
        </button>
        <nav className={classes.menu} aria-label="Main" ref={menu.rootRef}>
          {entries.length > 0 ? (
            <MenuSide entries={left} menu={menu} />
          ) : (
            <span className={classes.side}>
              <Skeleton width="14rem" height="1rem" />
            </span>
          )}
          <Logo name={header?.brand.short_name ?? 'Landfall'} />
          {right.length > 0 ? <MenuSide entries={right} menu={menu} /> : null}
        </nav>
        <div className={classes.tools}>
          <StudentLink student={student} />
          {student.status === 'signedOut' ? null : <CartLink count={cartCount} />}
        </div>
      </div>
      {/* A browser that runs scripts takes nothing of it, so only the server makes it. */}
      <noscript>{import.meta.env.SSR ? <PlainMenu entries={entries} /> : null}</noscript>
      {isDrawerOpen ? (
        <Suspense>
          <MobileDrawer entries={entries} student={student} onClose={closeDrawer} />
        </Suspense>
      ) : null}
    </header>
  );
}
