/**
 * The result of verifying a token from the code provider's widget. `identified`: the contact it proves, a phone number with
 * country code or an email address. `spent`: it was verified before (MSG91 702). `refused`: it is invalid.
 */
export type CodeCheck = { outcome: 'identified'; identifier: string } | { outcome: 'spent' } | { outcome: 'refused' };

/** Browser and provider exchange the one-time codes. The server only verifies the resulting token. */
export type Otp = {
  /** Verifies a token, which works once. Throws if the provider cannot be reached. */
  identify(token: string): Promise<CodeCheck>;
};
