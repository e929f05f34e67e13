import type { Course } from '../../../contract/course.ts';
import { DetailPart, DetailTable, PointList } from '../detail-parts.tsx';

/** What comes back to a student who withdraws. */
export function WithdrawalTab({ course }: { course: Course }) {
  const { withdrawl_policy: policy = [] } = course;
  return (
    <>
      {policy.length > 0 ? (
        <DetailPart title="Refund by day of withdrawal">
          <DetailTable
            caption="Refund by day of withdrawal"
            heads={['Period', 'Fees']}
            rows={policy.map(({ period, fees }) => [period, fees])}
          />
        </DetailPart>
      ) : null}
      <PointList title="Notes" points={course.withdrawl_notes} />
    </>
  );
}
