import { type AnyRoute, createMemoryHistory, createRouter } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from '../../../src/app/query-client.ts';
import { routeTree } from '../../../src/routeTree.gen.ts';
import { answeringApi } from '../../support/answers.ts';
import { addressOf, expectValidatedSearch } from '../../support/fuzz-search.ts';
import { searchNamesOf } from '../../support/search-values.ts';

function openRouter(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] });
  return createRouter({
    routeTree,
    history,
    context: { queryClient: createQueryClient(answeringApi({}).api) },
  });
}

/** All pages of the site by their path, taken from the router. */
const routes: AnyRoute[] = Object.values(openRouter('/').routesByPath);

describe('search parameters', () => {
  it('searchNamesOf, a test helper, returns the names of the URL search parameters that a route reads', () => {
    const named = Object.fromEntries(routes.map((route) => [addressOf(route), searchNamesOf(route)]));
    expect(named).toMatchObject({
      '/profile': ['tab', 'view'],
      '/course-booking': ['tab', 'course', 'batch', 'package', 'duration', 'seats', 'sort', 'category', 'starts'],
      '/login': ['identifier', 'from'],
      '/blogs': ['page'],
      '/courses/post-sea-courses': ['q', 'duration', 'fee', 'mode', 'seats', 'sort'],
      '/courses-compare': ['ids', 'add'],
      '/search': ['q'],
    });
  });

  it.each(routes.map((route) => [addressOf(route), route] as const))(
    'the route %s passes only validated values of random URL search parameters to its page',
    (_, route) => expectValidatedSearch(route, openRouter),
  );
});
