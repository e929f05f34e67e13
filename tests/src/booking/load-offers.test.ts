import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../src/app/query-client.ts';
import { bookingQueries } from '../../../src/booking/booking.queries.ts';
import { loadOffers } from '../../../src/booking/load-offers.ts';
import { answeringApi, refusal } from '../../support/answers.ts';
import { groupOf, offered } from './open-booking-page.tsx';

const settings = { body: { statusCode: 200, data: { id: 1 } } };
const courses = Array.from({ length: 12 }, (_, index) => offered(401 + index, `Course ${index + 1}`));
const individual = { body: { statusCode: 200, data: [groupOf({ courses })] } };

async function loadOnServer(offers: Parameters<typeof answeringApi>[0][string]) {
  const { api, sent } = answeringApi({
    'GET /api/booking-groups/settings': settings,
    'GET /api/booking-groups/booking-page': offers,
  });
  const client = createQueryClient(api);
  vi.stubEnv('SSR', true);
  await loadOffers(client, { course: 409 }).finally(() => vi.unstubAllEnvs());
  return { client, sent };
}

it('for Book Online, the server loads the first courses, starting with the one in the URL, and the number of all courses', async () => {
  const { client } = await loadOnServer(individual);
  const first = client.getQueryData(bookingQueries.first('individual').queryKey);
  expect(first?.count).toBe(12);
  expect(first?.groups[0]?.courses.map(({ id }) => id)).toEqual([409, 401, 402, 403, 404, 405]);
});

it('the HTML of the Book Online page contains only the first courses of the list', async () => {
  const { client } = await loadOnServer(individual);
  expect(client.getQueriesData({ queryKey: bookingQueries.allOffers() })).toEqual([]);
});

it('when Book Online is rendered for a session that has ended, the 401 response is not retried and the page contains no courses', async () => {
  const { client, sent } = await loadOnServer(refusal(401, 'UNAUTHORIZED_REQUEST'));
  expect(client.getQueryData(bookingQueries.first('individual').queryKey)).toBeUndefined();
  expect(sent.filter(({ url }) => url.includes('booking-page'))).toHaveLength(1);
});
