import type { ReactNode } from 'react';
import classes from './page.module.css';

type PageTitleProps = {
  children: ReactNode;
  lead?: ReactNode;
  above?: ReactNode;
  /** Save the title with the first view (`data-first-view`), which the next start shows before any script runs. Only for public texts without prices. */
  isInFirstView?: boolean;
};

/** The `h1` of a page. `above`: for example a breadcrumb; `lead`: the text below the title. */
export function PageTitle({ children, lead, above, isInFirstView }: PageTitleProps) {
  return (
    <header className={`stack single gap-2 relative ${classes.title}`} data-first-view={isInFirstView && ''}>
      {above}
      <h1>{children}</h1>
      {lead ? <p className="soft">{lead}</p> : null}
    </header>
  );
}
