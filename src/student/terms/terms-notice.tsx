import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { paths } from '../../../contract/pages.ts';
import { acceptTerms } from '../../../contract/terms.ts';
import { formatDay } from '../../lib/format/format.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { useIsOffline } from '../../offline/connection/page-connection.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { focusIfLost } from '../../ui/page/use-focus-after-removal.ts';
import { termsMutations, termsQueries } from './terms.queries.ts';

type TermsNoticeProps = {
  studentId: string;
  /** Whether the notice is on the page of the terms, so that it needs no link to them. */
  isOnTermsPage?: boolean;
};

/** Asks the student to accept changed terms. It renders nothing if there are none, and nothing while loading. */
export function TermsNotice({ studentId, isOnTermsPage = false }: TermsNoticeProps) {
  const { data: terms } = useQuery(termsQueries.toAccept(studentId));
  const accept = useMutation(termsMutations.accept(studentId));
  const isOffline = useIsOffline();
  const { when } = useUnreachable();
  const offlineNoteId = useId();
  const { error } = accept;
  if (!terms && accept.isSuccess)
    return (
      <p role="status" className="small no-outline" tabIndex={-1} ref={focusIfLost}>
        Thank you. You have accepted the new version: {accept.variables.title}.
      </p>
    );
  if (!terms) return null;
  return (
    <Notice
      title={`${terms.title} changed on ${formatDay(terms.changed_on)}`}
      action={
        <div className="row wrap middle gap-x-5">
          <Button
            variant="outline"
            disabled={isOffline}
            loading={accept.isPending}
            onClick={() => accept.mutate(terms)}
            aria-describedby={isOffline ? offlineNoteId : undefined}
          >
            Accept
          </Button>
          {isOnTermsPage ? null : (
            <PageLink href={paths.terms} className="touch">
              Read the new version
            </PageLink>
          )}
        </div>
      }
    >
      Please read the new version and accept it.
      {isOffline ? <p id={offlineNoteId}>You can accept it {when}.</p> : null}
      {error && !isOffline ? (
        <p role="alert">
          {isRefusal(error, acceptTerms, 'TERMS_CHANGED') ? error.message : 'That did not work. Please try again.'}
        </p>
      ) : null}
    </Notice>
  );
}
