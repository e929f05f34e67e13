import { type ComponentProps, useEffect, useRef } from 'react';
import { ErrorState } from '../ui/messages/error-state.tsx';
import { Notice } from '../ui/messages/notice.tsx';
import { useIsOffline } from './connection/page-connection.ts';

/**
 * Shown when something could not be loaded and no copy of it is saved on the device. While the page is offline, that
 * is not an error: a quiet notice is shown instead, and the loading is retried as soon as the connection is back.
 */
export function LoadFailed({ onRetry, ...props }: ComponentProps<typeof ErrorState>) {
  const isOffline = useIsOffline();
  const wasOffline = useRef(isOffline);
  useEffect(() => {
    if (wasOffline.current && !isOffline) onRetry?.();
    wasOffline.current = isOffline;
  }, [isOffline, onRetry]);
  if (!isOffline) return <ErrorState {...props} {...(onRetry ? { onRetry } : {})} />;
  return (
    <Notice tone="waiting" role="status" title="You are offline, and this is not saved on this device.">
      It will be loaded when the connection is back.
    </Notice>
  );
}
