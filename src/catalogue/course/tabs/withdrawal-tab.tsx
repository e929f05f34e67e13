import type { Course } from '../../../../contract/course.ts';
import { DetailSection, DetailTable, PointList } from '../detail-sections.tsx';

export function WithdrawalTab({ course }: { course: Course }) {
  const { withdrawl_policy: policy = [] } = course;
  return (
    <>
      {policy.length > 0 ? (
        <DetailSection title="Refund by day of withdrawal">
          <DetailTable
            caption="Refund by day of withdrawal"
            heads={['Period', 'Fees']}
            rows={policy.map(({ period, fees }) => [period, fees])}
          />
        </DetailSection>
      ) : null}
      <PointList title="Notes" points={course.withdrawl_notes} />
    </>
  );
}
