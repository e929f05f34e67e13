const sender = { name: 'Joy Roy', email: 'joy@example.com' };

/** A valid request body of the public contact form. */
export const contactForm = { ...sender, phone: '', subject: 'fees', message: 'How much?' };
export const grievanceForm = {
  ...sender,
  contact: '98765 40098',
  grievance: 'The mess closes early.',
  anonymous: false,
};
