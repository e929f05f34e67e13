import type { Discount, Price } from '../../../../contract/batch.ts';
import type { Course } from '../../../../contract/course.ts';
import { wholePrice } from '../../../../contract/fees-by-year.ts';
import { formatPrice } from '../../../lib/format/format.ts';
import { PriceTag } from '../../../ui/price-tag.tsx';
import { gstNote } from '../../course-layout.ts';
import { DetailSection, DetailTable, FactList, PointList } from '../detail-sections.tsx';

function discountText(discount: Discount | undefined): string | undefined {
  if (!discount) return undefined;
  return discount.type === 'percentage' ? `${discount.value}% off` : `${formatPrice(discount.value)} off`;
}

type BreakUpProps = { fees: NonNullable<Course['fees']>; price: Price };

/** The parts of the fee and, if there are several, their sum. With a discount, also the total after the discount. */
function BreakUp({ fees, price }: BreakUpProps) {
  const sum = fees.reduce((total, { fee }) => total + fee, 0);
  const span = price.by_year ? `${price.by_year.years} years` : '';
  const left = wholePrice(price);
  return (
    <DetailSection title="Break-up">
      <DetailTable
        caption="Fees by year"
        heads={['Particulars', 'Year', 'Fee']}
        rows={fees.map(({ year, particulars, fee }) => [particulars, year, formatPrice(fee)])}
        totals={[
          ...(fees.length > 1 ? [['Total', span, formatPrice(sum)]] : []),
          ...(left < sum && price.struck ? [['Total after the discount', span, formatPrice(left)]] : []),
        ]}
      />
    </DetailSection>
  );
}

export function FeesTab({ course }: { course: Course }) {
  const { actual_fee: actual, total_fee: total, fees = [] } = course;
  const price = course.price ?? { main: total };
  return (
    <>
      <FactList
        facts={[
          ['Course fee', <PriceTag key="fee" price={price} note={gstNote(course)} isLarge />],
          ['Paid online', price.by_year ? 'You pay year 1 now' : undefined],
          ['Fee structure', course.fee_structure],
          ['Discount', discountText(course.courseDiscounts?.[0])],
          ['Full fee', actual !== undefined && actual !== total ? formatPrice(actual) : undefined],
          ['Payment schedule', course.payment_schedule],
        ]}
      />
      {fees.length > 0 ? <BreakUp fees={fees} price={price} /> : null}
      <PointList title="Notes" points={course.fee_notes} />
      {course.fee_additional_notes ? <p>{course.fee_additional_notes}</p> : null}
    </>
  );
}
