import type { ReactNode } from 'react';
import classes from './page.module.css';

/** The column of the page content: at most 72 rem wide, with margins on phones. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>;
}
