import { mutationOptions } from '@tanstack/react-query';
import { endSessions } from '../../../contract/sessions.ts';
import { apiOf } from '../../lib/api.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { deviceQueries } from './device.queries.ts';
import type { LogoutTarget } from './end-session-dialog.tsx';

export const deviceMutations = {
  /** Logs out one other device, or all other devices. The response lists the devices that are still signed in. */
  logOut: (studentId: string) =>
    mutationOptions({
      mutationFn: async ({ device }: LogoutTarget, { client }) =>
        (await apiOf(client).call(endSessions, { body: device ? { id: device.id } : {} })).data,
      onSuccess: (remaining, { device }, _result, { client }) => {
        client.setQueryData(deviceQueries.list(studentId).queryKey, remaining);
        showToast({ message: device ? 'Device logged out.' : 'All other devices logged out.', tone: 'success' });
      },
      meta: { errorToast: 'Unable to log out. Try again.' },
    }),
};
