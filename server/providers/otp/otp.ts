/**
 * The result of verifying a token that the widget of the one-time-code provider has issued. `identified`: the token
 * is valid, and `identifier` is the phone number (with country code) or the email address that it proves. `spent`:
 * the token was verified before (MSG91's error code 702). `refused`: the token is invalid.
 */
export type CodeCheck = { outcome: 'identified'; identifier: string } | { outcome: 'spent' } | { outcome: 'refused' };

/**
 * A provider of one-time codes. Its widget in the browser sends and checks the codes, and issues a token. The server
 * only verifies this token.
 */
export type Otp = {
  /** Verifies a token. Each token can be verified only once. Throws if the provider cannot be reached. */
  identify(token: string): Promise<CodeCheck>;
};
