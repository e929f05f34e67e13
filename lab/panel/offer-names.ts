import * as z from 'zod';
import { listBookingPage } from '../../contract/booking.ts';
import { bookingTabs } from '../../contract/booking-tabs.ts';
import type { LiveMachine } from '../../src/lib/machine-log/machine-step.ts';

const offersSchema = z.object({
  data: z.array(
    z.object({
      courses: z.array(z.object({ id: z.number(), course_name: z.string() })),
      packages: z.array(z.object({ id: z.number(), package_name: z.string() })),
    }),
  ),
});

/**
 * The names of courses and packages. A key is the id of the state machine that adds the item to the cart, followed by
 * the item's id. Courses and packages have different state machines, so their keys differ.
 */
export type OfferNames = ReadonlyMap<string, string>;

const nameKey = (machine: string, id: number) => `${machine} ${id}`;

/**
 * Returns the name of the course or package that a state machine adds to the cart, or its id while the name is unknown.
 * Returns null for a state machine that concerns no course or package.
 */
export function subjectName(
  { machine, about }: Pick<LiveMachine, 'machine' | 'about'>,
  names: OfferNames,
): string | null {
  return about === null ? null : (names.get(nameKey(machine, about)) ?? String(about));
}

/** Requests the names of all courses and packages on Book Online. @throws Error if a response cannot be used */
export async function loadOfferNames(): Promise<OfferNames> {
  const columns = 'courseColumns=id,course_name&packageColumns=id,package_name&batchColumns=id&discountColumns=id';
  const groups = await Promise.all(
    bookingTabs.map(async (tab) => {
      const response = await fetch(`${listBookingPage.url}?courseType=${tab}&${columns}`);
      return offersSchema.parse(await response.json()).data;
    }),
  );
  return new Map(
    groups
      .flat()
      .flatMap(({ courses, packages }): [string, string][] => [
        ...courses.map(({ id, course_name }): [string, string] => [nameKey('addToCart', id), course_name]),
        ...packages.map(({ id, package_name }): [string, string] => [nameKey('packageSelection', id), package_name]),
      ]),
  );
}
