import { Refusal } from './refusal.ts';

/**
 * Reads a comma list of column names; undefined where the call names none.
 * @throws Refusal 400 INVALID_REQUEST for a name outside `allowed`
 */
export function readColumns<Name extends string>(
  text: string | undefined,
  allowed: readonly Name[],
  parameter = 'columns',
): Name[] | undefined {
  const asked = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (asked.length === 0) return undefined;
  const known = allowed.filter((name) => asked.includes(name));
  const unknown = asked.filter((name) => !known.some((column) => column === name));
  if (unknown.length === 0) return known;
  const message = `Unknown column: ${unknown.join(', ').slice(0, 200)}`;
  throw new Refusal(400, 'INVALID_REQUEST', message, { fields: { [parameter]: message } });
}
