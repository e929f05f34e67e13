import { afterEach, beforeEach, expect, it } from 'vitest';
import { apiVersion, markerHeader } from '../../../contract/headers.ts';
import { createQueryClient } from '../../../src/app/query-client.ts';
import { syncSession } from '../../../src/app/sync-session.ts';
import { readSavedStudent } from '../../../src/auth/session/saved-student.ts';
import { sessionQueries } from '../../../src/auth/session/session.queries.ts';
import { createApi } from '../../../src/lib/api.ts';
import { subject } from '../../../src/offline/session/subject.ts';
import { settled } from '../../machines/settled.ts';

const student = { id: '6f1c2a34-7a10-4b5e-9d55-0f6f6b1f0001', name: 'Asha Nair', image: null };
const { queryKey } = sessionQueries.status();

const noHint = 'landfall_hint=; max-age=0; path=/';
const setHint = (value: string) => {
  Reflect.set(document, 'cookie', value);
};

beforeEach(() => {
  localStorage.clear();
  setHint('landfall_hint=abc; path=/');
});
afterEach(() => setHint(noHint));

/** A page of Asha. Its request for the login status is answered when `respond` is called, even after an abort. */
function openPage() {
  const response = Promise.withResolvers<Response>();
  const client = createQueryClient(createApi(() => response.promise));
  syncSession(client);
  subject.enter(student.id);
  const body = { statusCode: 200, user: student };
  const respond = () => response.resolve(Response.json(body, { headers: { [markerHeader]: apiVersion } }));
  return { client, respond };
}

it.each([
  ['that shows the signed-in student', student],
  ['that does not know yet who is signed in', undefined],
])(
  'a login status response that arrives after the sign-out does not sign the student in again: on a page %s',
  async (_, shown) => {
    const { client, respond } = openPage();
    client.setQueryData(queryKey, shown);
    const status = client.fetchQuery({ ...sessionQueries.status(), staleTime: 0 });
    subject.leave();
    respond();
    expect(await status).toBeNull();
    await settled();
    expect(subject.student).toBeNull();
    expect(client.getQueryData(queryKey)).toBeNull();
    expect(readSavedStudent()).toBeNull();
  },
);

it('a page requests the login status again when another student has signed in', () => {
  const { client } = openPage();
  client.setQueryData(queryKey, student);
  subject.enter('6f1c2a34-7a10-4b5e-9d55-0f6f6b1f0002');
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

it('if a login status response says that nobody is signed in, the page signs the student out', async () => {
  const { client } = openPage();
  client.setQueryData(queryKey, student);
  setHint(noHint);
  expect(await client.fetchQuery({ ...sessionQueries.status(), staleTime: 0 })).toBeNull();
  expect(subject.student).toBeNull();
  expect(client.getQueryState(queryKey)).toMatchObject({ data: null, status: 'success', fetchStatus: 'idle' });
});
