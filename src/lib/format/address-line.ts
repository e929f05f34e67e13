/**
 * An address on one line; null if all its parts are empty. Village, district and city often have the same name, so a
 * part that equals the one before it is left out.
 */
export function addressLine(parts: ReadonlyArray<string | null | undefined>): string | null {
  const filled = parts.flatMap((part) => part || []);
  const distinct = filled.filter((part, index) => part.toLowerCase() !== filled[index - 1]?.toLowerCase());
  return distinct.join(', ') || null;
}
