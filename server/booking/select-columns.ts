import { batchSchema, discountSchema } from '../../contract/batch.ts';
import type { listBookingPage } from '../../contract/booking.ts';
import { type BookingGroup, bookingCoreColumns, type ListedGroup, packageSchema } from '../../contract/booking.ts';
import type { Received } from '../../contract/endpoint.ts';
import { readColumns } from '../http/column-list.ts';

type Query = Received<typeof listBookingPage>['query'];

/**
 * Returns a function that reduces a row to the columns `core` and `chosen`. If `chosen` is undefined, the row keeps all
 * columns.
 */
function selector<Row extends object, Core extends keyof Row>(
  core: readonly Core[],
  chosen: readonly (keyof Row)[] | undefined,
) {
  const names = chosen && new Set<PropertyKey>([...core, ...chosen]);
  return (row: Row) =>
    // The type assertion is safe, because `names` always contains the core columns.
    (names ? Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name))) : row) as Partial<Row> &
      Pick<Row, Core>;
}

/**
 * Returns a function that reduces the packages, batches and discounts of a group on Book Online to the columns that the
 * query asks for. If the query names no columns of packages, all their columns stay; likewise for batches and
 * discounts.
 * @throws Refusal 400 INVALID_REQUEST for an unknown name
 */
export function readGroupColumns(query: Query): (group: BookingGroup) => ListedGroup {
  const selectPackage = selector(
    bookingCoreColumns.package,
    readColumns(query.packageColumns, packageSchema.keyof().options, 'packageColumns'),
  );
  const selectBatch = selector(
    bookingCoreColumns.batch,
    readColumns(query.batchColumns, batchSchema.keyof().options, 'batchColumns'),
  );
  const selectDiscount = selector(
    bookingCoreColumns.discount,
    readColumns(query.discountColumns, discountSchema.keyof().options, 'discountColumns'),
  );
  const selectInCourse = ({ batches, courseDiscounts, ...course }: BookingGroup['courses'][number]) => ({
    ...course,
    batches: batches.map(selectBatch),
    ...(courseDiscounts ? { courseDiscounts: courseDiscounts.map(selectDiscount) } : {}),
  });
  return (group) => ({
    ...group,
    courses: group.courses.map(selectInCourse),
    packages: group.packages.map((one) => {
      const { discounts, ...selected } = selectPackage(one);
      return {
        ...selected,
        courses: one.courses.map(selectInCourse),
        ...(discounts ? { discounts: discounts.map(selectDiscount) } : {}),
      };
    }),
  });
}
