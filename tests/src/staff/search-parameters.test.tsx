import { type AnyRoute, createMemoryHistory } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { createQueryClient } from '../../../src/app/query-client.ts';
import { createStaffRouter } from '../../../src/staff/staff-router.ts';
import { answeringApi } from '../../support/answers.ts';
import { addressOf, expectValidatedSearch } from '../../support/fuzz-search.ts';
import { searchNamesOf } from '../../support/search-values.ts';

function openRouter(address: string) {
  const router = createStaffRouter(createQueryClient(answeringApi({}).api));
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) });
  return router;
}

/** All pages of the console by their path, taken from the router. */
const routes: AnyRoute[] = Object.values(openRouter('/staff').routesByPath);

it('searchNamesOf, a test helper, returns the URL search parameters of each console page, such as q and kind of the audit log', () => {
  const named = Object.fromEntries(routes.map((route) => [addressOf(route), searchNamesOf(route)]));
  expect(named).toMatchObject({
    '/staff/sign-in': ['next'],
    '/staff/audit': ['q', 'kind', 'from', 'to'],
    '/staff/calendar/new': ['course', 'day', 'like'],
    '/staff/documents': ['state', 'id'],
    '/staff/reports': ['report', 'from', 'to', 'gst'],
  });
});

it.each(routes.map((route) => [addressOf(route), route] as const))(
  'the console’s route %s passes only validated values of random URL search parameters to its page',
  (_, route) => expectValidatedSearch(route, openRouter),
);
