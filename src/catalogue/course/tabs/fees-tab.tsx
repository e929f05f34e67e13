import type { Discount } from '../../../../contract/batch.ts';
import type { Course } from '../../../../contract/course.ts';
import { formatPrice } from '../../../lib/format/format.ts';
import { PriceTag } from '../../../ui/price-tag.tsx';
import { gstNote } from '../../course-layout.ts';
import { DetailSection, DetailTable, FactList, PointList } from '../detail-sections.tsx';

function discountText(discount: Discount | undefined): string | undefined {
  if (!discount) return undefined;
  return discount.type === 'percentage' ? `${discount.value}% off` : `${formatPrice(discount.value)} off`;
}

export function FeesTab({ course }: { course: Course }) {
  const { actual_fee: actual, total_fee: total, fees = [] } = course;
  return (
    <>
      <FactList
        facts={[
          ['Course fee', <PriceTag key="fee" price={course.price ?? { main: total }} note={gstNote(course)} isLarge />],
          ['Fee structure', course.fee_structure],
          ['Discount', discountText(course.courseDiscounts?.[0])],
          ['Full fee', actual !== undefined && actual !== total ? formatPrice(actual) : undefined],
          ['Payment schedule', course.payment_schedule],
        ]}
      />
      {fees.length > 0 ? (
        <DetailSection title="Break-up">
          <DetailTable
            caption="Fees by year"
            heads={['Particulars', 'Year', 'Fee']}
            rows={fees.map(({ year, particulars, fee }) => [particulars, year, formatPrice(fee)])}
          />
        </DetailSection>
      ) : null}
      <PointList title="Notes" points={course.fee_notes} />
      {course.fee_additional_notes ? <p>{course.fee_additional_notes}</p> : null}
    </>
  );
}
