import type { ReactNode } from 'react';
import classes from './page.module.css';

/** The column a page's content stands in: at most 72 rem wide, with the gutters of a phone. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>;
}
