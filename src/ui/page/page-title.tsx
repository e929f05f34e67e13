import type { ReactNode } from 'react';
import classes from './page.module.css';

type PageTitleProps = {
  children: ReactNode;
  lead?: ReactNode;
  above?: ReactNode;
};

/** The `h1` of a page. `above`: for example a breadcrumb; `lead`: the text below the title. */
export function PageTitle({ children, lead, above }: PageTitleProps) {
  return (
    <header className={`stack single gap-2 relative ${classes.title}`}>
      {above}
      <h1>{children}</h1>
      {lead ? <p className="soft">{lead}</p> : null}
    </header>
  );
}
