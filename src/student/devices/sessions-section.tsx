import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SignedInDevice } from '../../../contract/sessions.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import classes from '../student-area-page.module.css';
import { deviceMutations } from './device.mutations.ts';
import { deviceQueries } from './device.queries.ts';
import { EndSessionDialog, type LogoutTarget } from './end-session-dialog.tsx';

function DeviceRow({ device, onEnd }: { device: SignedInDevice; onEnd: () => void }) {
  return (
    <li className={`row wrap middle between line-below ${classes.device}`}>
      <div>
        <p className={`row wrap middle ${classes.name}`}>
          {device.device}
          {device.is_current ? <span className={classes.deviceMark}>This device</span> : null}
        </p>
        <p className="soft small">
          {device.is_current ? 'Signed in' : 'Last used'}{' '}
          {formatInstant(device.is_current ? device.signed_in_at : device.last_seen_at)}
        </p>
      </div>
      {device.is_current ? null : (
        <Button variant="outline" onClick={onEnd} aria-label={`Log out ${device.device}`}>
          Log out
        </Button>
      )}
    </li>
  );
}

/** Lists the devices on which the student is signed in, with buttons to log out one or all of the others. */
export function SessionsSection({ studentId, phone }: { studentId: string; phone: string | null }) {
  const { data: devices, error, isFetching, refetch } = useQuery(deviceQueries.list(studentId));
  const [target, setTarget] = useState<LogoutTarget | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const logout = useMutation({
    ...deviceMutations.logOut(studentId),
    onSettled: (_remaining, error) => {
      setTarget(null);
      // Focus the list, because the button that opened the dialog is gone.
      if (!error) list.current?.focus({ preventScroll: true });
    },
  });

  if (!devices && error)
    return (
      <LoadFailed
        message="Your devices could not be loaded."
        onRetry={() => refetch()}
        isRetrying={isFetching}
        phone={phone}
      />
    );
  if (!devices)
    return (
      <SkeletonGroup label="Your devices are loading">
        <Skeleton height="3.5rem" />
      </SkeletonGroup>
    );
  return (
    <>
      <ul className="stack no-outline" ref={list} tabIndex={-1}>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} onEnd={() => setTarget({ device })} />
        ))}
      </ul>
      {devices.length > 2 ? (
        <Button variant="outline" className="self-left" onClick={() => setTarget({ device: null })}>
          Log out all other devices
        </Button>
      ) : null}
      <EndSessionDialog
        target={target}
        isBusy={logout.isPending}
        onConfirm={(chosen) => logout.mutate(chosen)}
        onClose={() => setTarget(null)}
      />
    </>
  );
}
