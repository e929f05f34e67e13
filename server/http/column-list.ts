import { invalidRequest } from './refusal.ts';

/**
 * Parses a comma-separated list of column names. Returns the names in the order of `allowed`; undefined if the list is
 * empty.
 * @throws Refusal 400 INVALID_REQUEST for a name that is not in `allowed`
 */
export function readColumns<Name extends string>(
  text: string | undefined,
  allowed: readonly Name[],
  parameter = 'columns',
): Name[] | undefined {
  const requested = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (requested.length === 0) return undefined;
  const known = allowed.filter((name) => requested.includes(name));
  const unknown = requested.filter((name) => !known.some((column) => column === name));
  if (unknown.length === 0) return known;
  const message = `Unknown column: ${unknown.join(', ').slice(0, 200)}`;
  throw invalidRequest(message, { [parameter]: message });
}
