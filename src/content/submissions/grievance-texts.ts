/** Texts of the grievance form (document 2, sections 2 and 8), as they are written there. */
export const grievanceTexts = {
  submit: 'Submit Grievance',
  submitting: 'Submitting...',
  reset: 'Reset Form',
  /** `You message`: sic. */
  received: { title: 'Grievance submitted', message: 'You message has been submitted' },
  failed: { title: 'Unable to submit', message: 'Kindly use any other alternative ways' },
  wrongContact: { title: 'Invalid number', message: 'Kindly update your contact number' },
} as const;
