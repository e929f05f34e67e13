import { type ReactNode, useId } from 'react';
import classes from '../content-page.module.css';

type PageBlockProps = {
  title: string;
  children: ReactNode;
  /** Id of the block's element, so that links can point to it. */
  id?: string;
};

/** A section of a page with a title. On wide screens the title is in the margin. */
export function PageBlock({ title, children, id }: PageBlockProps) {
  const titleId = useId();
  return (
    <section
      className={`stack single gap-5 relative ${classes.block}`}
      aria-labelledby={titleId}
      {...(id ? { id } : {})}
    >
      <h2 id={titleId}>{title}</h2>
      <div className="shrink">{children}</div>
    </section>
  );
}
