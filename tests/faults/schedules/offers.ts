import type { CartAdd } from '../../../contract/cart.ts';
import { batches, courses, packages } from '../../server/booking/academy-seed.ts';

const free = 31;
/** The batches on sale in the random tests. `capacities` lists their numbers of seats in the same order. */
export const soldBatches = [
  batches.fireOpen,
  batches.fireSeven,
  batches.radarOpen,
  batches.radarSeven,
  batches.firstAidOpen,
  free,
] as const;

const chosen = (course_id: number, batch_id: number) => ({ course_id, batch_id });
const course = (course_id: number, batch_id: number): CartAdd => ({ type: 'course', course_id, batch_id });
const sea = (fire: number, radar: number): CartAdd => ({
  type: 'package',
  package_id: packages.sea,
  batches: [chosen(courses.fire, fire), chosen(courses.radar, radar)],
});
const short: CartAdd = {
  type: 'package',
  package_id: packages.short,
  batches: [chosen(courses.fire, batches.fireOpen), chosen(courses.firstAid, batches.firstAidOpen)],
};

/** The items that students can add to a cart. Packages take seats in the same batches as single courses. */
export const offers: readonly CartAdd[] = [
  course(courses.fire, batches.fireOpen),
  sea(batches.fireOpen, batches.radarOpen),
  course(courses.radar, batches.radarOpen),
  course(courses.firstAid, batches.firstAidOpen),
  course(courses.free, free),
  course(courses.fire, batches.fireSeven),
  sea(batches.fireSeven, batches.radarOpen),
  sea(batches.fireSeven, batches.radarSeven),
  short,
];

/** The batches whose seats an item needs. */
export const batchesOf = (offer: CartAdd): number[] =>
  (offer.type === 'course' ? [offer] : offer.batches).map(({ batch_id }) => batch_id);

/** Returns the name of a cart item, such as `course 101`, and the request body that removes the item from the cart. */
export function nameOffer(offer: CartAdd): { item: string; removal: object } {
  return offer.type === 'course'
    ? { item: `course ${offer.course_id}`, removal: { item_type: 'course', course_id: offer.course_id } }
    : { item: `package ${offer.package_id}`, removal: { item_type: 'package', package_id: offer.package_id } };
}
