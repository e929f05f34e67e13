import { type AnyRoute, createMemoryHistory, createRouter } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from '../../../src/app/query-client.ts';
import { routeTree } from '../../../src/routeTree.gen.ts';
import { answeringApi } from '../../support/answers.ts';
import { foreignNames, fuzzedSearches, searchNamesOf } from '../../support/search-values.ts';

function openRouter(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({
    routeTree,
    history,
    context: { queryClient: createQueryClient(answeringApi({}).api) },
  });
  return { router, location: router.latestLocation };
}

/** All pages of the site by their path, taken from the router. */
const routes: AnyRoute[] = Object.values(openRouter('/').router.routesByPath);
const addressOf = ({ fullPath }: AnyRoute) => fullPath.replaceAll(/\$\w+/g, 'x-1').replace(/(?<=.)\/$/, '');

/** The parameters that the route accepts from this URL. */
function accepted({ options: { validateSearch } }: AnyRoute, search: object): Record<string, unknown> {
  if (!validateSearch) return {};
  return typeof validateSearch === 'function' ? validateSearch({ ...search }) : validateSearch.parse({ ...search });
}

describe('search parameters', () => {
  it('searchNamesOf, a test helper, returns the names of the search parameters that a route reads', () => {
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
    (address, route) => {
      for (const name of [...searchNamesOf(route), ...foreignNames]) {
        for (const search of fuzzedSearches) {
          const { router, location } = openRouter(`${address}?${search.replaceAll('PARAM', name)}`);
          const matches = router.matchRoutes(location, { throwOnError: true });
          const given = accepted(route, location.search);
          const matched = Object.assign({}, matches.at(-1)?.search) as Record<string, unknown>;
          // The router merges what `validateSearch` returns with the raw parameters, so a missing name keeps its raw
          // value.
          for (const known of searchNamesOf(route).filter(() => route.options.validateSearch))
            expect(matched[known], location.href).toEqual(given[known]);
        }
      }
    },
  );
});
