/**
 * One LIKE pattern for each word of a search text. All of them must match. LIKE's own wildcards in the text are
 * escaped.
 */
export function toLikePatterns(search: string | undefined): string[] {
  return (search ?? '')
    .replaceAll('\u0000', '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}
