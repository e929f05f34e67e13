import { mark } from './measure.ts';

/** Prints a figure beside the most that it may be; one that is over fails the whole run. */
export function judgeMost(name: string, figure: number, { most, unit }: { most: number; unit: string }): void {
  const isWithin = figure <= most;
  const round = (number: number) => (Number.isInteger(number) || number >= 100 ? number.toFixed(0) : number.toFixed(2));
  console.log(`  ${name}: ${round(figure)} ${unit} (at most ${round(most)})${isWithin ? '  within' : mark(false)}`);
  if (!isWithin) process.exitCode = 1;
}
