import type { Books } from './books.ts';
import type { Evidence } from './evidence.ts';
import { evidenceInvariants } from './evidence-invariants.ts';
import { moneyInvariants } from './money-invariants.ts';
import { orderInvariants } from './order-invariants.ts';
import { seatInvariants } from './seat-invariants.ts';

const ofBooks = { ...seatInvariants, ...orderInvariants, ...moneyInvariants };

/** What is held, by name. */
export const invariantNames: readonly string[] = [...Object.keys(ofBooks), ...Object.keys(evidenceInvariants)];

/** What must hold of a database at rest (issue "Bookings and money"), each violation with the name of its invariant. */
export function findViolations(books: Books, evidence: Evidence): string[] {
  const inBooks = Object.entries(ofBooks).map(([name, judge]) => ({ name, told: judge(books) }));
  const outside = Object.entries(evidenceInvariants).map(([name, judge]) => ({ name, told: judge(books, evidence) }));
  return [...inBooks, ...outside].flatMap(({ name, told }) => told.map((line) => `${name}: ${line}`));
}
