import type { contactSubjects } from '../../../../contract/submissions.ts';

/** Texts of the contact form. The specification fixes their wording. */
export const contactTexts = {
  incomplete: 'Fill all the required fields',
  failed: 'Unable to submit!',
  received: { title: 'Request submitted', message: 'You will be responded within 24hr' },
} as const;

export const subjectLabels: Record<(typeof contactSubjects)[number], string> = {
  admission: 'Admission',
  course: 'Course',
  fees: 'Fees',
  placement: 'Placement',
  other: 'Other',
};
