import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import frame from '../site-frame.module.css';
import { toggleId, useOpenMenu } from './menu/use-open-menu.ts';
import { type SignedInStudent, StudentName } from './student-link.tsx';
import classes from './user-menu.module.css';

/** The id of the user menu in `useOpenMenu`. The ids of the main menu's entries start at 1. */
const menuId = 0;

const loadItems = () => import('./user-menu-items.tsx').then((module) => ({ default: module.UserMenuItems }));
const UserMenuItems = lazyPart(loadItems);

/** Loads the code of the menu's items on hover and focus, because the student is then likely to open the menu. */
const preload = () => void loadItems().catch(() => {});

/** The student's picture and name, as a button that opens the user menu (docs/product.md#frame-of-every-page). */
export function UserMenu({ student }: { student: SignedInStudent }) {
  const menu = useOpenMenu();
  const isOpen = menu.openId === menuId;
  // Keep the items mounted once they have been shown, because the Logout dialog is rendered among them.
  const [hasOpened, setHasOpened] = useState(false);
  const toggle = () => {
    setHasOpened(true);
    menu.toggle(menuId);
  };
  return (
    <nav className={classes.user} ref={menu.rootRef} aria-label="Account">
      <button
        type="button"
        id={toggleId(menuId)}
        className={`${frame.tool} ${classes.button}`}
        title={student.name}
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': 'user-menu' } : {})}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={toggle}
      >
        <StudentName student={student} />
      </button>
      {hasOpened ? (
        <div id="user-menu" className={`panel ink ${classes.panel}`} hidden={!isOpen}>
          <Suspense fallback={null}>
            <UserMenuItems />
          </Suspense>
        </div>
      ) : null}
    </nav>
  );
}
