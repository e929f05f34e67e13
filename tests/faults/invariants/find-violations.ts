import type { Evidence } from './evidence.ts';
import { evidenceInvariants } from './evidence-invariants.ts';
import { moneyInvariants } from './money-invariants.ts';
import { orderInvariants } from './order-invariants.ts';
import { constantInvariants, seatInvariants } from './seat-invariants.ts';
import type { SeatRows, StoredRows } from './stored-rows.ts';

const storedInvariants = { ...seatInvariants, ...orderInvariants, ...moneyInvariants };

/** The names of all invariants. */
export const invariantNames: readonly string[] = [...Object.keys(storedInvariants), ...Object.keys(evidenceInvariants)];

/**
 * Checks all invariants, which must hold once no work is in progress. For each violation, returns a text that starts
 * with the name of the violated invariant.
 */
export function findViolations(stored: StoredRows, evidence: Evidence): string[] {
  const internal = Object.entries(storedInvariants).map(([name, check]) => ({ name, lines: check(stored) }));
  const external = Object.entries(evidenceInvariants).map(([name, check]) => ({
    name,
    lines: check(stored, evidence),
  }));
  return [...internal, ...external].flatMap(({ name, lines }) => lines.map((line) => `${name}: ${line}`));
}

/** Checks the invariants about seats that must hold at every moment, also while work is in progress. */
export function findSeatViolations(stored: SeatRows): string[] {
  return Object.entries(constantInvariants).flatMap(([name, check]) => check(stored).map((line) => `${name}: ${line}`));
}
