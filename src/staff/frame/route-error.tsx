import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ApiError, isOfflineError } from '../../lib/api.ts';
import { isCodeError } from '../../lib/lazy-part.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { StaffPage } from './staff-page.tsx';

/** Shown instead of a page that cannot be opened: not permitted, not found, offline or failed to load. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  if (error instanceof Error && error.name === 'NotPermitted')
    return (
      <StaffPage title="No access">
        <Notice title="Your role cannot open this page.">Ask an administrator if you need it.</Notice>
      </StaffPage>
    );
  if (error instanceof ApiError && error.status === 404)
    return (
      <StaffPage title="Not found">
        <Notice title="There is nothing at this address, or your role cannot see it." />
      </StaffPage>
    );
  const isOffline = isOfflineError(error);
  return (
    <StaffPage title="This page could not be loaded">
      <ErrorState
        message={isOffline ? 'The server is not responding, or you are offline.' : 'Something went wrong on this page.'}
        onRetry={() => (isCodeError(error) ? window.location.reload() : void router.invalidate())}
      />
    </StaffPage>
  );
}
