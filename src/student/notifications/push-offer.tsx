import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../../../contract/pages.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { type PushOfferKind, pushOffer } from './device-push.ts';
import { notificationMutations, notificationQueries } from './notification.queries.ts';

const offers: Record<PushOfferKind, { title: string; reason: string }> = {
  batch: {
    title: 'Get notified on this device',
    reason: 'We can notify you when your dates change or a document expires.',
  },
  seat: {
    title: 'Get notified when a seat is free',
    reason: 'We hold a free seat for a short time, and a notification reaches you sooner than an email.',
  },
};
const discretion = 'Notifications name no course, price or document. You get emails all the same.';
const inProfile = <PageLink href={paths.profile}>your profile</PageLink>;

type PushOfferProps = { studentId: string; kind: PushOfferKind };

/**
 * Offers push messages of one kind; each kind is offered only once. Renders nothing if the browser does not support
 * push messages, or if the student has already turned them on or declined them. The browser asks for permission only
 * after a tap.
 */
export function PushOffer({ studentId, kind }: PushOfferProps) {
  const [isDue] = useState(() => pushOffer.isDue(kind));
  const [answer, setAnswer] = useState<'accepted' | 'declined' | null>(null);
  const { data: settings } = useQuery({ ...notificationQueries.settings(studentId), enabled: isDue });
  const device = useMutation(notificationMutations.device());
  const message = useRef<HTMLDivElement>(null);
  const status = settings?.kinds[kind] ? settings.device : 'unsupported';
  const isOffered = isDue && (status === 'off' || status === 'needsInstall');
  useEffect(() => {
    if (isOffered) pushOffer.recordShown(kind);
  }, [isOffered, kind]);

  const decline = () => {
    pushOffer.decline();
    setAnswer('declined');
    message.current?.focus();
  };
  const accept = (publicKey: string) => {
    setAnswer('accepted');
    device.mutate(publicKey, { onSettled: () => message.current?.focus() });
  };

  if (!settings || (!isOffered && !answer)) return null;
  const { public_key } = settings;
  const later = 'You can turn notifications on at any time in';
  return (
    <div ref={message} tabIndex={-1} role="status" className="screen-only">
      {answer === 'declined' ? (
        <p>
          {later} {inProfile}.
        </p>
      ) : null}
      {answer === 'accepted' && status === 'on' ? (
        <p>Notifications are on. You can choose which ones you get in {inProfile}.</p>
      ) : null}
      {answer === 'accepted' && status === 'denied' ? (
        <p>
          Notifications are blocked in your browser. {later} {inProfile}.
        </p>
      ) : null}
      {isOffered && answer !== 'declined' ? (
        <Notice
          title={offers[kind].title}
          action={
            <div className="row wrap gap-3">
              {status === 'off' && public_key ? (
                <Button variant="outline" loading={device.isPending} onClick={() => accept(public_key)}>
                  Turn on notifications
                </Button>
              ) : null}
              <Button variant="subtle" disabled={device.isPending} onClick={decline}>
                {status === 'off' ? 'No thanks' : 'Do not show again'}
              </Button>
            </div>
          }
        >
          <p>{offers[kind].reason}</p>
          {status === 'needsInstall' ? (
            <p>
              On an iPhone or iPad, install the app first: tap Share, then Add to Home Screen. Open the app and turn
              notifications on in your profile.
            </p>
          ) : null}
          <p>{discretion}</p>
        </Notice>
      ) : null}
    </div>
  );
}
