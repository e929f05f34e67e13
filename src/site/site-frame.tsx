import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { contentQueries } from '../content/content.queries.ts';
import { BottomBar } from './bottom-bar.tsx';
import type { FrameSlots } from './frame-slots.ts';
import { SiteHeader } from './header/site-header.tsx';
import { SiteFooter } from './site-footer.tsx';
import classes from './site-frame.module.css';

/** The frame around every page: skip link, header, main, footer and, on phones, the bottom bar. */
export function SiteFrame({ student, cartCount, outbox, children }: FrameSlots & { children: ReactNode }) {
  const header = useQuery(contentQueries.header());
  const footer = useQuery(contentQueries.footer());
  const brand = header.data?.brand;
  return (
    <>
      <a href="#main" className={`surface ink strong ${classes.skip}`}>
        Skip to content
      </a>
      <SiteHeader
        header={header.data ?? null}
        hasFailed={header.isError && !import.meta.env.SSR}
        student={student}
        cartCount={cartCount}
      />
      {outbox}
      <main id="main" tabIndex={-1} className={`no-outline ${classes.main}`}>
        {children}
      </main>
      <SiteFooter
        footer={footer.data ?? null}
        // Errors are not dehydrated, so the browser first renders the skeleton. The server must render the same.
        hasFailed={footer.isError && !import.meta.env.SSR}
        onRetry={() => void footer.refetch()}
        name={brand?.name ?? ''}
      />
      <BottomBar student={student} cartCount={cartCount} phone={brand?.admissions_phones[0] ?? null} />
    </>
  );
}
