import { useConnection } from '../../offline/page-connection.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import type { ProfileFailure } from './profile-failure.ts';

/** Why the details are not saved, and what to do; while the connection is gone it says what becomes of them. */
export function SaveTrouble({ failure, from }: { failure: ProfileFailure | null; from: string }) {
  const connection = useConnection();
  const isCut = connection === 'offline' || connection === 'portal';
  return (
    <>
      {failure ? (
        <Notice tone="wrong" role="alert" title={failure.text}>
          {failure.advice ? <p>{failure.advice}</p> : null}
          <p>Nothing you typed is lost.</p>
          {failure.needsSignIn ? <PageLink href={`/login?from=${from}`}>Sign in again and come back</PageLink> : null}
        </Notice>
      ) : null}
      <div role="status">
        {isCut ? (
          <Notice tone="waiting" title="Saving waits for the connection">
            What you type is kept in this tab. Save when you are back online.
          </Notice>
        ) : null}
      </div>
    </>
  );
}
