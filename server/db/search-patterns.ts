/**
 * Returns one LIKE pattern for each word of a search text. A text is found if it matches all patterns. LIKE's own
 * wildcards in the words are escaped.
 */
export function toLikePatterns(search: string | undefined): string[] {
  return (search ?? '')
    .replaceAll('\u0000', '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}

/**
 * A PostgreSQL text search query (`tsquery`) that finds texts with all words of a search text, each alone or as the
 * beginning of a longer word. Null if the search text has no word.
 */
export function toWordQuery(search: string | undefined): string | null {
  const words = (search ?? '').replaceAll('\u0000', '').toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  // Put each word in quotes, so that PostgreSQL reads it as one search term. Double the quotes and backslashes in the
  // word.
  return words.map((word) => `'${word.replace(/['\\]/g, '$&$&')}':*`).join(' & ');
}
