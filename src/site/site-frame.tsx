import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { contentQueries } from '../content/content.queries.ts';
import { BottomBar } from './bottom-bar.tsx';
import type { FrameSlots } from './frame-slots.ts';
import { SiteFooter } from './site-footer.tsx';
import classes from './site-frame.module.css';
import { SiteHeader } from './site-header.tsx';

/** What every page stands in: skip link, header, main, footer, and on phones the bar and the call button. */
export function SiteFrame({ student, cartCount, strip, waiting, children }: FrameSlots & { children: ReactNode }) {
  const header = useQuery(contentQueries.header());
  const footer = useQuery(contentQueries.footer());
  const brand = header.data?.brand;
  return (
    <>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <SiteHeader
        header={header.data ?? null}
        hasFailed={header.isError && !import.meta.env.SSR}
        student={student}
        cartCount={cartCount}
      />
      {strip}
      {waiting}
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <SiteFooter
        footer={footer.data ?? null}
        // The page's first drawing must equal the server's, which cannot hand over a failure.
        hasFailed={footer.isError && !import.meta.env.SSR}
        onRetry={() => void footer.refetch()}
        name={brand?.name ?? ''}
      />
      <BottomBar student={student} cartCount={cartCount} phone={brand?.admissions_phones[0] ?? null} />
    </>
  );
}
