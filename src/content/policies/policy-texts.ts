/** Titles and error messages of the policy pages. The specification fixes their wording. */
export const policyTexts = {
  terms: { title: 'Terms and Conditions', failure: 'Unable to load terms and conditions currently!' },
  refund: {
    title: 'Cancellation & Refund Policy',
    failure: 'Unable to load Cancellation & Refund Policy currently!',
  },
  privacy: { title: 'Privacy Policy', failure: 'Unable to load privacy policy currently!' },
} as const;

export const antiRaggingTexts = {
  title: 'Anti-Ragging Policy and Reporting',
  failure: 'Unable to load the anti-ragging policy currently!',
} as const;
