/** Texts of the grievance form. The specification fixes their wording. */
export const grievanceTexts = {
  submit: 'Submit Grievance',
  submitting: 'Submitting...',
  reset: 'Reset Form',
  /** "You message" is a spelling mistake in the specification, whose wording must stay. */
  received: { title: 'Grievance submitted', message: 'You message has been submitted' },
  failed: { title: 'Unable to submit', message: 'Kindly use any other alternative ways' },
  wrongContact: { title: 'Invalid number', message: 'Kindly update your contact number' },
} as const;
