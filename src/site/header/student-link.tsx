import { lazy, Suspense, useState } from 'react';
import { headerNameLength } from '../../../contract/limits.ts';
import { paths } from '../../../contract/pages.ts';
import { useLowData } from '../../lib/low-data.ts';
import { Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import type { FrameStudent } from '../frame-slots.ts';
import classes from '../site-frame.module.css';
import { toggleId, useOpenMenu } from './menu/use-open-menu.ts';

/** Cuts a name longer than 12 characters and adds an ellipsis. */
export function shortName(name: string): string {
  const characters = [...name];
  return characters.length > headerNameLength ? `${characters.slice(0, headerNameLength).join('')}…` : name;
}

/** The student's image, or an icon if there is none or in low-data mode. */
function StudentImage({ image, size }: { image: string | null; size: number }) {
  const isLowDataMode = useLowData() !== null;
  return image && !isLowDataMode ? (
    <img src={image} alt="" width={size} height={size} className={classes.face} />
  ) : (
    <Icon name="user" size={size} />
  );
}

/** The id by which the user menu is known to `useOpenMenu`. Entries of the main menu have ids from 1 on. */
const userMenuId = 0;

const loadItems = () => import('./user-menu-items.tsx').then((module) => ({ default: module.UserMenuItems }));
const UserMenuItems = lazy(loadItems);

/** Loads the items on hover and focus, when the menu is likely to be opened. */
const preload = () => void loadItems().catch(() => {});

/** The student's picture and name, as a button that opens the user menu (docs/product.md#frame-of-every-page). */
function UserMenu({ student }: { student: Extract<FrameStudent, { status: 'signedIn' }> }) {
  const menu = useOpenMenu();
  const isOpen = menu.openId === userMenuId;
  // The items stay in the page once they were shown, because the dialog of Log out belongs to them.
  const [hasOpened, setHasOpened] = useState(false);
  const toggle = () => {
    setHasOpened(true);
    menu.toggle(userMenuId);
  };
  return (
    <nav className={classes.user} ref={menu.rootRef} aria-label="Account">
      <button
        type="button"
        id={toggleId(userMenuId)}
        className={`${classes.tool} ${classes.userButton}`}
        title={student.name}
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': 'user-menu' } : {})}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={toggle}
      >
        <StudentImage image={student.image} size={28} />
        <span className={classes.name}>{shortName(student.name)}</span>
        <Icon name="chevronDown" size={16} className={classes.chevron} />
      </button>
      {hasOpened ? (
        <div id="user-menu" className={`panel ink ${classes.userPanel}`} hidden={!isOpen}>
          <Suspense fallback={null}>
            <UserMenuItems onChoose={() => menu.toggle(userMenuId)} />
          </Suspense>
        </div>
      ) : null}
    </nav>
  );
}

/**
 * The student's menu, or a link to the login page for a visitor. While the session is unknown, an empty box of the same
 * size.
 */
export function StudentLink({ student }: { student: FrameStudent }) {
  if (student.status === 'unknown') return <span className={classes.unknown} />;
  if (student.status === 'signedIn') return <UserMenu student={student} />;
  return (
    <PageLink href={paths.login} className={classes.tool}>
      Login
    </PageLink>
  );
}
