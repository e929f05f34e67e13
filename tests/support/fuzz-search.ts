import type { AnyRoute, AnyRouter } from '@tanstack/react-router';
import { expect } from 'vitest';
import { foreignNames, fuzzedSearches, searchNamesOf } from './search-values.ts';

/** The path of a route, with an id instead of each parameter. */
export const addressOf = ({ fullPath }: AnyRoute) => fullPath.replaceAll(/\$\w+/g, 'x-1').replace(/(?<=.)\/$/, '');

/** The parameters that the route accepts from this URL. */
function accepted({ options: { validateSearch } }: AnyRoute, search: object): Record<string, unknown> {
  if (!validateSearch) return {};
  return typeof validateSearch === 'function' ? validateSearch({ ...search }) : validateSearch.parse({ ...search });
}

/**
 * Expects that a route passes only validated values to its page, whatever the search parameters of the URL are. `open`
 * creates the router at a URL.
 */
export function expectValidatedSearch(route: AnyRoute, open: (url: string) => AnyRouter): void {
  const names = searchNamesOf(route);
  for (const name of [...names, ...foreignNames]) {
    for (const search of fuzzedSearches) {
      const router = open(`${addressOf(route)}?${search.replaceAll('PARAM', name)}`);
      const location = router.latestLocation;
      const matches = router.matchRoutes(location, { throwOnError: true });
      const given = accepted(route, location.search);
      const matched = Object.assign({}, matches.at(-1)?.search) as Record<string, unknown>;
      // The router merges what `validateSearch` returns with the raw parameters, so a missing name keeps its raw value.
      for (const known of names.filter(() => route.options.validateSearch))
        expect(matched[known], location.href).toEqual(given[known]);
    }
  }
}
