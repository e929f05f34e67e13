import { mutationOptions } from '@tanstack/react-query';
import type { CallInput } from '../../../contract/endpoint.ts';
import { changePassword } from '../../../contract/password-change.ts';
import { callOnce } from '../../auth/idempotent-call.ts';
import { apiOf } from '../../lib/api.ts';
import { deviceQueries } from '../devices/device.queries.ts';

type PasswordForm = CallInput<typeof changePassword>['body'];

export const passwordMutations = {
  /**
   * Changes the password, which signs the student out on all other devices. A retry after a lost response is safe.
   * @throws ApiError
   */
  change: () =>
    mutationOptions({
      mutationFn: (body: PasswordForm, { client }) =>
        callOnce(apiOf(client), changePassword, { body }, new AbortController().signal),
      meta: {
        invalidates: [deviceQueries.all()],
        successToast: 'Password changed. Your other devices were logged out.',
      },
    }),
};
