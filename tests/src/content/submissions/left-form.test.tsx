import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { apiVersion, markerHeader } from '../../../../contract/headers.ts';
import { addGrievance } from '../../../../contract/submissions.ts';
import { sendOrQueue } from '../../../../src/content/submissions/send-or-queue.ts';
import { outbox } from '../../../../src/offline/outbox/page-outbox.ts';
import { answeringApi, refusal } from '../../../support/answers.ts';

const form = {
  kind: 'grievance.send',
  title: 'Message to the academy',
  user: null,
  payload: { anonymous: true, grievance: 'The warden shouts.' },
} as const;
const submit = (status: number, isShown: boolean) => {
  const { api } = answeringApi({ 'POST /api/submissions/grievance/add': refusal(status, 'REFUSED') });
  return sendOrQueue(api, addGrievance, form, () => isShown);
};

beforeEach(async () => {
  // The outbox sends a stored form at once. Let the server refuse the form: without a response, the page would count as
  // offline.
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 503, headers: { [markerHeader]: apiVersion } }));
  await outbox.discardAll('', { withAnonymous: true });
});

it.each([429, 503])(
  'an anonymous grievance that is refused with the status %s after the visitor has left its page waits in the outbox',
  async (status) => {
    expect(await submit(status, false)).toBeNull();
    await expect
      .poll(() => outbox.rows)
      .toMatchObject([{ kind: 'grievance.send', payload: form.payload, state: 'waiting' }]);
  },
);

it.each([
  ['429 while its page is open', 429, true],
  ['503 while its page is open', 503, true],
  ['400 after its page was left', 400, false],
])('an anonymous grievance refused with the status %s is not stored on the device', async (_, status, isShown) => {
  await expect(submit(status, isShown)).rejects.toMatchObject({ status });
  await outbox.refresh();
  expect(outbox.rows).toEqual([]);
});
