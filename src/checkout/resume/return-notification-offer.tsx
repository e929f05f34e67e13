import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { notificationStatus, registerReturnSync, requestNotificationPermission } from './return-notification.ts';

const texts = {
  offered:
    'We can notify you on this device when you can continue your booking. The notification names no course or price.',
  agreed: 'We will notify you on this device when you can continue your booking.',
  refused: 'Notifications from this site are turned off in your browser. Please check back when you are online.',
};

/**
 * Offers to notify the student when the connection is back. The browser's permission is requested only after a tap:
 * once the student has refused, the browser does not ask again.
 */
export function ReturnNotificationOffer() {
  const [status, setStatus] = useState(notificationStatus);
  useEffect(() => {
    if (status === 'agreed') void registerReturnSync();
  }, [status]);
  if (status === 'unavailable') return null;
  return (
    <>
      <p role="status">{texts[status]}</p>
      {status === 'offered' ? (
        <div>
          <Button variant="outline" onClick={() => void requestNotificationPermission().then(setStatus)}>
            Notify me
          </Button>
        </div>
      ) : null}
    </>
  );
}
