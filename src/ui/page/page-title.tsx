import type { ReactNode } from 'react';
import classes from './page.module.css';

type PageTitleProps = {
  children: ReactNode;
  lead?: ReactNode;
  above?: ReactNode;
  /**
   * Whether the title becomes part of the saved first screen, which is shown when the page is next opened
   * (`src/app/save-first-screen.ts`). Set it only for public texts without prices.
   */
  isInFirstScreen?: boolean;
};

/** The `h1` of a page. `above`: content above the heading, such as a breadcrumb; `lead`: the text below it. */
export function PageTitle({ children, lead, above, isInFirstScreen }: PageTitleProps) {
  return (
    <header className={`stack single gap-2 relative ${classes.title}`} data-first-screen={isInFirstScreen && ''}>
      {above}
      <h1>{children}</h1>
      {lead ? <p className="soft">{lead}</p> : null}
    </header>
  );
}
