import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { contentQueries } from '../content/content.queries.ts';
import { BottomBar } from './bottom-bar.tsx';
import { CallButton } from './call-button.tsx';
import { hasCallButton, isCheckoutPage } from './frame-kind.ts';
import type { FrameSlots } from './frame-slots.ts';
import { CheckoutHeader } from './header/checkout-header.tsx';
import { SiteHeader } from './header/site-header.tsx';
import { SiteFooter } from './site-footer.tsx';
import classes from './site-frame.module.css';

/**
 * The frame around every page: skip link, header, main, footer and, on phones, the bottom bar. On checkout pages the
 * header has only the logo and a link to help, and there is no footer and no bottom bar.
 */
export function SiteFrame({ student, cartCount, outbox, children }: FrameSlots & { children: ReactNode }) {
  const { pathname } = useLocation();
  const isCheckout = isCheckoutPage(pathname);
  const header = useQuery(contentQueries.header());
  const footer = useQuery(contentQueries.footer());
  const brand = header.data?.brand;
  const phone = brand?.admissions_phones[0];
  return (
    <>
      <a href="#main" className={`surface ink strong ${classes.skip}`}>
        Skip to content
      </a>
      {isCheckout ? (
        <CheckoutHeader name={brand?.short_name ?? null} />
      ) : (
        <SiteHeader
          header={header.data ?? null}
          hasFailed={header.isError && !import.meta.env.SSR}
          student={student}
          cartCount={cartCount}
        />
      )}
      {outbox}
      <main id="main" tabIndex={-1} className={`no-outline ${classes.main}`} data-checkout={isCheckout || undefined}>
        {children}
      </main>
      {isCheckout ? null : (
        <>
          <SiteFooter
            footer={footer.data ?? null}
            // If the footer cannot be loaded, the server renders the skeleton, as the browser's first render does:
            // errors are not dehydrated.
            hasFailed={footer.isError && !import.meta.env.SSR}
            onRetry={() => void footer.refetch()}
            name={brand?.name ?? ''}
          />
          <BottomBar student={student} cartCount={cartCount} pathname={pathname}>
            {phone && hasCallButton(pathname) ? <CallButton phone={phone} /> : null}
          </BottomBar>
        </>
      )}
    </>
  );
}
