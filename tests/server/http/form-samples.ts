const sender = { name: 'Joy Roy', email: 'joy@example.com' };

/** Bodies of the public forms. */
export const contactForm = { ...sender, phone: '', subject: 'fees', message: 'How much?' };
export const grievanceForm = {
  ...sender,
  contact: '98765 40098',
  grievance: 'The mess closes early.',
  anonymous: false,
};
