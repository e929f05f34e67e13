import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths } from '../../contract/pages.ts';
import { useBrand } from '../content/use-brand.ts';
import { isCodeError } from '../lib/lazy-part.ts';
import { reloadIfOnline, useRetryWhenBack } from '../offline/connection/page-connection.ts';
import { useUnreachable } from '../offline/connection/unreachable.ts';
import { ActionLink } from '../ui/links/action-link.tsx';
import { ErrorState } from '../ui/messages/error-state.tsx';
import { Notice } from '../ui/messages/notice.tsx';
import { Page } from '../ui/page/page.tsx';
import { PageTitle } from '../ui/page/page-title.tsx';

/** Texts of a route for the case that its page cannot be shown. They replace the general texts. */
type OwnTexts = { title?: string; message?: string };

/** Shown offline for a page that is not saved on the device. */
function UnsavedPage({ title = 'This page is not saved', message }: OwnTexts) {
  const { reason, when } = useUnreachable();
  return (
    <>
      <title>{title}</title>
      <PageTitle>{title}</PageTitle>
      {message ? <p>{message}</p> : null}
      <Notice
        tone="waiting"
        role="status"
        title={`${reason}, and you have not opened this page on this device before.`}
        action={
          <ActionLink href={paths.coursesList} look="outline">
            See saved courses
          </ActionLink>
        }
      >
        It will open {when}. Until then you can read Home, the course lists and the courses that you have opened.
      </Notice>
    </>
  );
}

type FailedPageProps = Partial<ErrorComponentProps> & OwnTexts & { needsReload?: boolean };

/**
 * Replaces a page that threw an error or could not load its data. Loads the page again when the connection is back.
 * `needsReload`: whether the whole document must then be reloaded, as when the page's code could not be loaded.
 */
export function FailedPage({ error, needsReload, title, message }: FailedPageProps) {
  const router = useRouter();
  const phone = useBrand()?.support_phones[0] ?? null;

  const retry = useCallback(() => {
    void (needsReload || isCodeError(error) ? reloadIfOnline() : router.invalidate());
  }, [error, needsReload, router]);

  const isOffline = useRetryWhenBack(retry);

  return (
    <Page>
      {isOffline ? (
        <UnsavedPage {...(title ? { title } : {})} {...(message ? { message } : {})} />
      ) : (
        <>
          <title>{title ?? 'This page could not be loaded'}</title>
          <PageTitle>{title ?? 'This page could not be loaded'}</PageTitle>
          <ErrorState message={message ?? 'Something went wrong. Please try again.'} onRetry={retry} phone={phone} />
        </>
      )}
    </Page>
  );
}
