import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { MegaColumn } from '../../../../contract/content.ts';
import { paths } from '../../../../contract/pages.ts';
import { Icon } from '../../../ui/icons.tsx';
import { ActionLink } from '../../../ui/links/action-link.tsx';
import { PageLink } from '../../../ui/links/page-link.tsx';
import type { FrameStudent } from '../../frame-slots.ts';
import type { MenuEntry } from './menu-tree.ts';
import classes from './mobile-drawer.module.css';

type MenuLink = { label: string; url: string };

/** All links of a column of a mega menu, whatever the type of the column. */
function columnLinks({ title, links, ctaText, ctaUrl, departmentUrl }: MegaColumn): MenuLink[] {
  return [
    ...(departmentUrl ? [{ label: title, url: departmentUrl }] : []),
    ...links,
    ...(ctaText && ctaUrl ? [{ label: ctaText, url: ctaUrl }] : []),
  ];
}

/**
 * The links that the drawer shows below a menu entry: the entry's children or, if it has none, the links of its mega
 * menu. The first one leads to the entry's own page, unless another link does.
 */
export function secondLevel({ label, url, children, columns }: MenuEntry): MenuLink[] {
  const below = children.length > 0 ? children : columns.flatMap(columnLinks);
  if (below.length === 0) return [];
  const isOwnPageMissing = url.startsWith('/') && !below.some((link) => link.url === url);
  return isOwnPageMissing ? [{ label: `${label} overview`, url }, ...below] : below;
}

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

/** The menu on phones. It is a native `dialog`, which traps the focus and closes on Escape. */
export function MobileDrawer({ entries, student, onClose }: MobileDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const router = useRouter();
  useEffect(() => dialog.current?.showModal(), []);
  // Close the drawer on a navigation. If the path changes, `onClose` removes the drawer, and the new page takes the
  // focus. Otherwise `close` returns the focus to the element that had it before the drawer opened.
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => (pathChanged ? onClose() : dialog.current?.close())),
    [router, onClose],
  );
  const isSignedIn = student.status === 'signedIn';
  return (
    <dialog ref={dialog} className={`wide ink ${classes.drawer}`} aria-label="Menu" onClose={onClose}>
      <div className={`row middle between ${classes.head}`}>
        <PageLink href={isSignedIn ? paths.profile : paths.login} className="touch gap-2 strong">
          <Icon name="user" />
          {isSignedIn ? 'My Profile' : 'Login'}
        </PageLink>
        <button type="button" className={`icon-button ${classes.close}`} onClick={() => dialog.current?.close()}>
          <Icon name="close" size={24} />
          <span className="visually-hidden">Close menu</span>
        </button>
      </div>
      <PageLink href={paths.search} className="touch gap-2 strong" onClick={() => dialog.current?.close()}>
        <Icon name="search" />
        Search
      </PageLink>
      <ActionLink href={paths.bookOnline} isWide>
        Book Online
      </ActionLink>
      <nav aria-label="All pages">
        <ul className="mt-4 line-above">
          {entries.map((entry) => (
            <li className="line-below" key={entry.id}>
              <DrawerEntry entry={entry} />
            </li>
          ))}
        </ul>
      </nav>
    </dialog>
  );
}
