import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { paths } from '../../contract/pages.ts';
import { useBrand } from '../content/use-brand.ts';
import { useConnection } from '../offline/page-connection.ts';
import { ActionLink } from '../ui/action-link.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** What a page says of its own failure, where it has words for it. */
type OwnWords = { title?: string; message?: string };

/** Offline, and this page was never opened on the device: says so, and what can be read. */
function UnsavedPage({ title = 'This page is not saved', message }: OwnWords) {
  return (
    <>
      <title>{title}</title>
      <PageTitle>{title}</PageTitle>
      {message ? <p>{message}</p> : null}
      <Notice
        tone="waiting"
        role="status"
        title="It was not opened on this device before, and our server does not answer now."
        action={
          <ActionLink href={paths.coursesList} look="outline">
            See saved courses
          </ActionLink>
        }
      >
        It opens by itself as soon as the connection is back. Home, the course lists and the courses that you have
        opened can be read meanwhile.
      </Notice>
    </>
  );
}

/** A page whose content did not come, or that broke: the frame stays, and so do the ways on. */
export function FailedPage({ title, message }: Partial<ErrorComponentProps> & OwnWords) {
  const router = useRouter();
  const connection = useConnection();
  const phone = useBrand()?.support_phones[0] ?? null;
  const isCut = connection === 'offline' || connection === 'portal';
  const wasCut = useRef(false);

  useEffect(() => {
    if (wasCut.current && !isCut) void router.invalidate();
    wasCut.current = isCut;
  }, [isCut, router]);

  return (
    <Page>
      {isCut ? (
        <UnsavedPage {...(title ? { title } : {})} {...(message ? { message } : {})} />
      ) : (
        <>
          <title>{title ?? 'This page could not be loaded'}</title>
          <PageTitle>{title ?? 'This page could not be loaded'}</PageTitle>
          <ErrorState
            message={message ?? 'Our server did not send it.'}
            onRetry={() => void router.invalidate()}
            phone={phone}
          />
        </>
      )}
    </Page>
  );
}
