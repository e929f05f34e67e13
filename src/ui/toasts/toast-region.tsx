import '../controls.css';
import '@mantine/notifications/styles.css';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import classes from './toast-region.module.css';
import { openToastRegion, type ToastTone } from './toasts.ts';

const colours: Record<ToastTone, string> = { plain: 'teal', success: 'green', error: 'red', warning: 'var(--ink)' };

/** Shows the toasts: at the top on phones, because the bottom bar is below, and on the right on wide screens. */
export function ToastRegion() {
  useEffect(
    () =>
      openToastRegion({
        show({ message, title, tone, time, isSilent }) {
          notifications.show({
            message,
            title,
            color: colours[tone],
            autoClose: time,
            role: 'status',
            ...(isSilent ? { 'aria-live': 'off' } : {}),
            withBorder: true,
            closeButtonProps: { 'aria-label': 'Close' },
          });
        },
      }),
    [],
  );
  return (
    <Notifications
      position="top-right"
      limit={3}
      transitionDuration={160}
      className={`screen-only ${classes.region}`}
    />
  );
}
