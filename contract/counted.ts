/** A number with its noun: '1 seat', '12 seats'. `many` is the plural, if it is not made by adding an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`;
}
