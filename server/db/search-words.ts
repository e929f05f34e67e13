/** LIKE patterns, one a word, each of which must match; the wildcards of LIKE count as plain letters. */
export function toPatterns(search: string | undefined): string[] {
  return (search ?? '')
    .replaceAll('\u0000', '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}
