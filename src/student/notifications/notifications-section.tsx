import '../../ui/controls.css';
import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type NotificationKind, notificationKinds } from '../../../contract/notification-kinds.ts';
import { useIsOffline } from '../../offline/connection/page-connection.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import type { DeviceStatus } from './device-push.ts';
import { notificationMutations, notificationQueries } from './notification.queries.ts';
import { NotificationsSkeleton } from './notifications-skeleton.tsx';

const kindTexts: Record<NotificationKind, { label: string; description: string }> = {
  payment: {
    label: 'Payments',
    description: 'A booking is paid, a payment did not go through, or one will be refunded.',
  },
  refund: { label: 'Refunds', description: 'A refund was sent to you.' },
  batch: { label: 'Changes to your bookings', description: 'New dates, a cancelled batch or another batch.' },
  document: { label: 'Documents', description: 'A document expires soon.' },
  seat: { label: 'Waiting lists', description: 'A seat is free for you.' },
};

const deviceTexts: Record<DeviceStatus, string> = {
  unsupported: 'This browser cannot show notifications from this site. You get emails.',
  needsInstall:
    'On an iPhone or iPad, notifications work in the installed app: tap Share, then Add to Home Screen, open the app and come back to this page.',
  denied:
    'Notifications from this site are blocked in your browser. To allow them, open the settings of this site in the browser (the icon beside the address) and choose Allow for notifications.',
  off: 'Notifications are off on this device. You get emails.',
  on: 'Notifications are on. This device shows them until you log out. They name no course, price or document.',
};

/** The settings of push messages: whether this device gets them, and a switch for each kind. */
export function NotificationsSection({ studentId, phone }: { studentId: string; phone: string | null }) {
  const { data, error, isFetching, refetch } = useQuery(notificationQueries.settings(studentId));
  const device = useMutation(notificationMutations.device());
  const change = useMutation(notificationMutations.kind());
  const isOffline = useIsOffline();
  const { when } = useUnreachable();
  if (!data && error)
    return (
      <LoadFailed
        message="Your notification settings could not be loaded."
        onRetry={() => refetch()}
        isRetrying={isFetching}
        phone={phone}
      />
    );
  if (!data) return <NotificationsSkeleton />;
  const { device: status, public_key, kinds } = data;
  if (public_key === null) return <p>This site sends emails only.</p>;
  return (
    <>
      <p role="status">{deviceTexts[status]}</p>
      {status === 'on' || status === 'off' ? (
        <Button
          variant="outline"
          className="self-left"
          disabled={isOffline}
          loading={device.isPending}
          onClick={() => device.mutate(status === 'on' ? null : public_key)}
        >
          {status === 'on' ? 'Turn off notifications' : 'Turn on notifications'}
        </Button>
      ) : null}
      <fieldset className="stack gap-3 panel p-4" disabled={isOffline}>
        <legend className="small soft">What to notify you of, on all your devices</legend>
        {notificationKinds.map((kind) => (
          <Checkbox
            key={kind}
            role="switch"
            size="md"
            {...kindTexts[kind]}
            checked={change.isPending && change.variables.kind === kind ? change.variables.is_on : kinds[kind]}
            onChange={({ currentTarget }) => change.mutate({ kind, is_on: currentTarget.checked })}
          />
        ))}
      </fieldset>
      {isOffline ? <p className="soft small">You can change this {when}.</p> : null}
    </>
  );
}
