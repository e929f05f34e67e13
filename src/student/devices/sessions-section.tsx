import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endSessions, type SignedInDevice } from '../../../contract/sessions.ts';
import { ApiError, apiOf } from '../../lib/api.ts';
import { formatInstant } from '../../lib/format.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { deviceQueries } from './device.queries.ts';
import { type Ending, EndSessionDialog } from './end-session-dialog.tsx';
import classes from './sessions-section.module.css';

function DeviceRow({ device, onEnd }: { device: SignedInDevice; onEnd: () => void }) {
  return (
    <li className={classes.device}>
      <div>
        <p className={classes.name}>
          {device.device}
          {device.is_current ? <span className={classes.mark}>This device</span> : null}
        </p>
        <p className={classes.seen}>
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

/** Where the student is signed in, and the end of it elsewhere: one device, or all but this one. */
export function SessionsSection({ studentId, phone }: { studentId: string; phone: string | null }) {
  const client = useQueryClient();
  const { data: devices, error, isFetching, refetch } = useQuery(deviceQueries.list(studentId));
  const [asked, setAsked] = useState<Ending | null>(null);
  const ending = useMutation({
    mutationFn: async ({ device }: Ending) =>
      (await apiOf(client).call(endSessions, { body: device ? { id: device.id } : {} })).data,
    onSuccess: (left) => {
      client.setQueryData(deviceQueries.list(studentId).queryKey, left);
      showToast({ message: 'Logged out there.', tone: 'right' });
    },
    onError: () => showToast({ message: 'Unable to log out there. Try again.', tone: 'wrong' }),
    onSettled: () => setAsked(null),
  });

  if (!devices && error instanceof ApiError && error.kind === 'offline')
    return <p className={classes.seen}>Shown when the connection is back.</p>;
  if (!devices && error)
    return (
      <ErrorState
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
      <ul className={classes.devices}>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} onEnd={() => setAsked({ device })} />
        ))}
      </ul>
      {devices.length > 2 ? (
        <Button variant="outline" className={classes.all} onClick={() => setAsked({ device: null })}>
          Log out all other devices
        </Button>
      ) : null}
      <EndSessionDialog
        asked={asked}
        isBusy={ending.isPending}
        onConfirm={(what) => ending.mutate(what)}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
