import { type ReactNode, useId } from 'react';
import classes from './page-block.module.css';

type PageBlockProps = {
  title: string;
  children: ReactNode;
  /** Anchor of the block. */
  id?: string;
};

/** A titled part of a page; where there is room the title stands in the margin, as on the edge of a chart. */
export function PageBlock({ title, children, id }: PageBlockProps) {
  const titleId = useId();
  return (
    <section className={classes.block} aria-labelledby={titleId} {...(id ? { id } : {})}>
      <h2 id={titleId}>{title}</h2>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
