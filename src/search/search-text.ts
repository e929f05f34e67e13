import { maxSearchLength } from '../../contract/limits.ts';
import { searchText } from '../lib/search-values.ts';

/** The text to search for, from the search parameter `q`. Empty if there is none. */
export function readSearchText(q: unknown): string {
  // The router parses `?q=true` as JSON, so `q` is then a boolean.
  const text = typeof q === 'boolean' ? String(q) : searchText(q);
  return text?.trim().slice(0, maxSearchLength) ?? '';
}

/**
 * The search parameters for a search text. A text that looks like a number is passed as a number, because the router
 * would write the string into the URL with quotes, such as `"12"`.
 */
export function toSearchParameters(text: string): { q?: string | number } {
  if (text === '') return {};
  return { q: String(Number(text)) === text ? Number(text) : text };
}
