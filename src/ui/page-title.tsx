import type { ReactNode } from 'react';
import classes from './page-title.module.css';

type PageTitleProps = {
  children: ReactNode;
  lead?: ReactNode;
  above?: ReactNode;
  /** Public and without prices: the next start may show it before any script has run. */
  isKept?: boolean;
};

/** The one `h1` of a page, with a line above (breadcrumb, category) and a lead below, over the chart's scale border. */
export function PageTitle({ children, lead, above, isKept }: PageTitleProps) {
  return (
    <header className={classes.title} data-first-view={isKept && ''}>
      {above}
      <h1>{children}</h1>
      {lead ? <p className={classes.lead}>{lead}</p> : null}
    </header>
  );
}
