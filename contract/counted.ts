import { groupDigits } from './group-digits.ts';

/** A number with its noun: '1 seat', '12 seats'. `many` is the plural, if it is not made by adding an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${groupDigits(String(count))} ${count === 1 ? one : many}`;
}
