import type { ReactNode } from 'react';
import classes from './page-title.module.css';

type PageTitleProps = { children: ReactNode; lead?: ReactNode; above?: ReactNode };

/** The one `h1` of a page, with a line above (breadcrumb, category) and a lead below, over the chart's scale border. */
export function PageTitle({ children, lead, above }: PageTitleProps) {
  return (
    <header className={classes.title}>
      {above}
      <h1>{children}</h1>
      {lead ? <p className={classes.lead}>{lead}</p> : null}
    </header>
  );
}
