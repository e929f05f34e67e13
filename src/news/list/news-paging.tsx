import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icons.tsx';
import classes from './news-list.module.css';
import { pageNumbers } from './page-numbers.ts';

type PageNumberProps = { path: string; page: number; rel?: 'prev' | 'next'; label: string; children: ReactNode };

/** Link to one page of a news list. The router marks the link as current if the URL has the same page number. */
function PageNumber({ path, page, rel, label, children }: PageNumberProps) {
  return (
    <Link
      to={path as string}
      search={(page > 1 ? { page } : {}) as never}
      activeOptions={{ exact: true, includeSearch: true }}
      rel={rel}
      aria-label={label}
    >
      {children}
    </Link>
  );
}

/** Links to the other pages of a list. Hidden if there is only one page. */
export function NewsPaging({ path, page, pages }: { path: string; page: number; pages: number }) {
  if (pages < 2) return null;
  return (
    <nav className={`row wrap middle gap-1 ${classes.pages}`} aria-label="Pages">
      {page > 1 ? (
        <PageNumber path={path} page={page - 1} rel="prev" label="Previous page">
          <Icon name="chevronLeft" />
        </PageNumber>
      ) : null}
      {pageNumbers(page, pages).map((number, index) =>
        number ? (
          <PageNumber key={number} path={path} page={number} label={`Page ${number}`}>
            {number}
          </PageNumber>
        ) : (
          <span key={index < 2 ? 'gap before' : 'gap after'} aria-hidden="true">
            …
          </span>
        ),
      )}
      {page < pages ? (
        <PageNumber path={path} page={page + 1} rel="next" label="Next page">
          <Icon name="chevronRight" />
        </PageNumber>
      ) : null}
    </nav>
  );
}
