import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { type Api, bindApi } from '../../../../src/lib/api.ts';
import { savedRosters } from '../../../../src/staff/saved/saved-rosters.ts';
import {
  fetchSignedIn,
  setSignedIn,
  signOut,
  staffSessionQuery,
} from '../../../../src/staff/session/session.queries.ts';
import { signedInStaff } from '../render-console.tsx';

const ravi = signedInStaff('registrar');
const meera = { ...ravi, id: '0b1c2d3e-4f50-4a6b-8c7d-9e8f7a6b5c4d', name: 'Meera Das' };

/** A query client that has loaded rosters. `session`: the staff member in its session query. */
function loadedClient(session: typeof ravi | null | undefined): QueryClient {
  const client = new QueryClient();
  client.setQueryData(staffSessionQuery.queryKey, session);
  client.setQueryData(['staff-rosters'], 'rosters of Ravi');
  return client;
}

it.each([
  ['has ended', null],
  ['is no longer cached', undefined],
  ['belonged to another staff member', ravi],
])('a sign-in to the staff console removes all data loaded in an earlier session that %s', (_, session) => {
  const client = loadedClient(session);
  setSignedIn(client, meera);
  expect(client.getQueryData(['staff-rosters'])).toBeUndefined();
  expect(client.getQueryData(staffSessionQuery.queryKey)).toEqual(meera);
});

it.each([
  ['has ended', null],
  ['is no longer cached', undefined],
])(
  'the staff console keeps its loaded data when the same staff member signs in again after a session that %s',
  (_, session) => {
    const client = loadedClient(session);
    setSignedIn(client, ravi, ravi);
    expect(client.getQueryData(['staff-rosters'])).toBe('rosters of Ravi');
  },
);

it('a late response that arrives during a sign-out of the staff console does not store the signed-out staff member again', async () => {
  const client = new QueryClient();
  const instructor = signedInStaff('instructor');
  bindApi(client, {
    async call({ name }: { name: string }) {
      // The response to a request from before the sign-out arrives while the sign-out is under way.
      if (name === 'signOutStaff') await fetchSignedIn(client);
      return { statusCode: 200, data: instructor };
    },
  } as unknown as Api);
  await fetchSignedIn(client);
  expect(await savedRosters.readStaff()).toEqual(instructor);
  await signOut(client);
  expect(await savedRosters.readStaff()).toBeNull();
});
