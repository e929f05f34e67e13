import type { contactSubjects } from '../../../../contract/submissions.ts';

const failed = 'Unable to submit!';

/** Texts of the contact form. The specification fixes their wording, except that of `notSent`. */
export const contactTexts = {
  incomplete: 'Fill all the required fields',
  failed,
  /**
   * The message on another page if the server refuses the form after the visitor has left the form's page. `reason`:
   * why the form was refused.
   */
  notSent: (reason: string) => ({
    title: failed,
    message: `${reason.replace(/\.?$/, '.')} Your message was not sent. Open the contact form and send it again.`,
  }),
  received: { title: 'Request submitted', message: 'You will be responded within 24hr' },
} as const;

export const subjectLabels: Record<(typeof contactSubjects)[number], string> = {
  admission: 'Admission',
  course: 'Course',
  fees: 'Fees',
  placement: 'Placement',
  other: 'Other',
};
