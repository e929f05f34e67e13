import type { ReactNode } from 'react';
import type { Course } from '../../../contract/course.ts';
import { formatDuration } from '../../lib/format/format.ts';
import { PriceTag } from '../../ui/price-tag.tsx';
import { certificateValidity, gstNote } from '../course-layout.ts';
import { NextBatch } from '../next-batch.tsx';

type Row = { label: string; read: (course: Course, today: string) => ReactNode };

/** Rows of the comparison, in order. `read` returns the content of a course's cell. */
export const compareRows: readonly Row[] = [
  { label: 'Category', read: ({ category }) => category.name },
  { label: 'Duration', read: ({ duration, duration_unit: unit }) => formatDuration(duration, unit) },
  {
    label: 'Fee',
    read: (course) => <PriceTag price={course.price ?? { main: course.total_fee }} note={gstNote(course)} />,
  },
  { label: 'Next batch', read: ({ batches }, today) => <NextBatch batches={batches ?? []} today={today} /> },
  { label: 'Mode', read: ({ e_learning: isBlended }) => (isBlended ? 'On campus, with e-learning' : 'On campus') },
  { label: 'Eligibility', read: (course) => course.eligibility_criteria },
  { label: 'Qualification', read: (course) => course.academic_qualification },
  { label: 'Approved by', read: (course) => course.approved_by },
  { label: 'Exit examination', read: (course) => course.exit_exam },
  { label: 'Certificate valid for', read: certificateValidity },
  { label: 'Department', read: ({ department }) => department?.name },
];
