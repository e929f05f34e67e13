import type { ComponentProps } from 'react';
import { ErrorState } from '../ui/messages/error-state.tsx';
import { Notice } from '../ui/messages/notice.tsx';
import { useRetryWhenBack } from './connection/page-connection.ts';
import { useUnreachable } from './connection/unreachable.ts';

/**
 * Shown when something could not be loaded and no copy of it is saved on the device. While our server cannot be
 * reached, it is a quiet notice instead of an error, and loading is retried as soon as the connection is back.
 */
export function LoadFailed({ onRetry, ...props }: ComponentProps<typeof ErrorState>) {
  const isOffline = useRetryWhenBack(onRetry);
  const { reason, when } = useUnreachable();
  if (!isOffline) return <ErrorState {...props} {...(onRetry ? { onRetry } : {})} />;
  return (
    <Notice tone="waiting" role="status" title={`${reason}, and this is not saved on this device.`}>
      It will be loaded {when}.
    </Notice>
  );
}
