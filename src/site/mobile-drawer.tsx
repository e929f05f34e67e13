import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { paths } from '../../contract/pages.ts';
import { ActionLink } from '../ui/action-link.tsx';
import { Icon } from '../ui/icons.tsx';
import { PageLink } from '../ui/page-link.tsx';
import type { FrameStudent } from './frame-slots.ts';
import type { MenuEntry } from './menu-tree.ts';
import classes from './mobile-drawer.module.css';
import { secondLevel } from './second-level.ts';

function DrawerEntry({ entry }: { entry: MenuEntry }) {
  const links = secondLevel(entry);
  if (links.length === 0) {
    return (
      <PageLink href={entry.url} className={classes.entry}>
        {entry.label}
      </PageLink>
    );
  }
  return (
    <details name="drawer-menu">
      <summary className={classes.entry}>
        {entry.label}
        <Icon name="chevronDown" className={classes.chevron} />
      </summary>
      <ul className={classes.second}>
        {links.map(({ label, url }) => (
          <li key={url + label}>
            <PageLink href={url}>{label}</PageLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

type MobileDrawerProps = { entries: MenuEntry[]; student: FrameStudent; onClose: () => void };

/** The menu on phones: My Profile or Login, Book Online, and two levels. A native dialog keeps focus and Escape right. */
export function MobileDrawer({ entries, student, onClose }: MobileDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const openedAt = useRef(pathname);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (openedAt.current !== pathname) onClose();
  }, [pathname, onClose]);
  const isSignedIn = student.status === 'signedIn';
  return (
    <dialog ref={dialog} className={classes.drawer} aria-label="Menu" onClose={onClose}>
      <div className={classes.head}>
        <PageLink href={isSignedIn ? paths.profile : paths.login} className={classes.student}>
          <Icon name="user" />
          {isSignedIn ? 'My Profile' : 'Login'}
        </PageLink>
        <button type="button" className={classes.close} onClick={() => dialog.current?.close()}>
          <Icon name="close" size={24} />
          <span className="visually-hidden">Close menu</span>
        </button>
      </div>
      <ActionLink href={paths.bookOnline} isWide>
        Book Online
      </ActionLink>
      <nav aria-label="All pages">
        <ul className={classes.entries}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <DrawerEntry entry={entry} />
            </li>
          ))}
        </ul>
      </nav>
    </dialog>
  );
}
