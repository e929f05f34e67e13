/**
 * A search parameter as text. Undefined for lists and objects: anybody can put any JSON into a URL, and converting an
 * object with a `toString` that is not a function throws an error.
 */
export function searchText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** A search parameter as a number. NaN if it is not a number. */
export function searchNumber(value: unknown): number {
  const text = searchText(value)?.trim();
  return text ? Number(text) : Number.NaN;
}
