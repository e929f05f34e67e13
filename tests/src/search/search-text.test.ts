import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from '../../../src/app/query-client.ts';
import { routeTree } from '../../../src/routeTree.gen.ts';
import { readSearchText, toSearchParameters } from '../../../src/search/search-text.ts';
import { answeringApi } from '../../support/answers.ts';

const context = { queryClient: createQueryClient(answeringApi({}).api) };

/** The text that the search page reads from an address, as the site's router parses it. */
function textAt(address: string): string {
  const history = createMemoryHistory({ initialEntries: [address] });
  const { search } = createRouter({ routeTree, history, context }).latestLocation;
  return readSearchText((search as { q?: unknown }).q);
}

describe('the text of a search in the address', () => {
  it.each(['ecdis', 'fire fighting', '4500', '007', '3.06', 'true', 'R&D + GOC', '“₹5,000”', '{"a":1}'])(
    'a search text that is written into a URL is read from this URL unchanged: %j',
    (text) => {
      const history = createMemoryHistory();
      const router = createRouter({ routeTree, history, context });
      const { href } = router.buildLocation({ to: '/search', search: toSearchParameters(text) });
      expect(textAt(href)).toBe(text);
    },
  );

  it.each([
    ['/search', ''],
    ['/search?q=', ''],
    ['/search?q=ecdis', 'ecdis'],
    ['/search?q=+fire+fighting+', 'fire fighting'],
    ['/search?q=true', 'true'],
    ['/search?q=36', '36'],
    ['/search?q=%5B1%5D', ''],
    [`/search?q=${'a'.repeat(300)}`, 'a'.repeat(100)],
  ])('the search page reads the URL %s as the search text %j', (address, text) => {
    expect(textAt(address)).toBe(text);
  });

  it('an empty search text adds no parameter to the URL', () => {
    expect(toSearchParameters('')).toEqual({});
  });
});
