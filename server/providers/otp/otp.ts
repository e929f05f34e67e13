/**
 * The result of verifying a token from the widget of the one-time-code provider. `identified`: it is valid, and
 * `identifier` is the verified phone number with country code, or email address. `spent`: it was verified before
 * (MSG91's code 702). `refused`: it is invalid.
 */
export type CodeCheck = { outcome: 'identified'; identifier: string } | { outcome: 'spent' } | { outcome: 'refused' };

/**
 * A provider of one-time codes. Its widget sends and checks the codes in the browser. The server only verifies the
 * resulting token.
 */
export type Otp = {
  /** Verifies a token, which works only once. Throws if the provider cannot be reached. */
  identify(token: string): Promise<CodeCheck>;
};
