/**
 * Query strings with unusual values for the fuzz tests of search parameters, as they are written in a URL. `PARAM`
 * stands for the name of a parameter.
 */
export const fuzzedSearches: readonly string[] = [
  'PARAM=unknown-word',
  'PARAM=',
  'PARAM',
  `PARAM=${'long'.repeat(1000)}`,
  'PARAM=courses&PARAM=wallet',
  'PARAM=0',
  'PARAM=-1',
  'PARAM=1.5',
  'PARAM=3',
  'PARAM=1e400',
  'PARAM=99999999999999999999',
  'PARAM=true',
  'PARAM=null',
  'PARAM=undefined',
  'PARAM=%5B%5D',
  'PARAM=%5B%7B%7D%2C%5Bnull%5D%5D',
  'PARAM=%7B%22a%22%3A1%7D',
  // JSON of an object whose conversion to text or to a number throws an error.
  'PARAM=%7B%22toString%22%3A1%2C%22valueOf%22%3A1%7D',
  'PARAM=__proto__',
  'PARAM=%E0%A4%A',
  'PARAM=%zz',
  'PARAM=%00%0A',
  'PARAM=%3Cscript%3E%22%27',
  'PARAM=%F0%9F%9A%A2',
];

/**
 * Names of search parameters that no route reads: a common one, and the name of a property that every JavaScript object
 * inherits.
 */
export const foreignNames: readonly string[] = ['utm_source', 'constructor'];

/** The part of a TanStack Router route that `searchNamesOf` needs. */
type SearchRoute = {
  options: { validateSearch?: unknown; loaderDeps?: unknown };
};

/**
 * The names of the search parameters that a route reads. To find them, calls the route's `validateSearch` and
 * `loaderDeps` with an object that records which of its properties they read. Uses nothing outside this function,
 * because Playwright also runs it inside a page.
 */
export function searchNamesOf({ options }: SearchRoute): string[] {
  const names = new Set<string>();
  const search = new Proxy<Record<string, unknown>>(
    {},
    {
      get(_target, name) {
        if (typeof name === 'string') names.add(name);
        return undefined;
      },
    },
  );
  const { validateSearch, loaderDeps } = options;
  if (typeof validateSearch === 'function') validateSearch(search);
  else if (validateSearch) (validateSearch as { parse: (given: unknown) => unknown }).parse(search);
  if (typeof loaderDeps === 'function') loaderDeps({ search });
  return [...names];
}
