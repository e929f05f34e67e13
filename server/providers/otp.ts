/**
 * What the code provider says of a token that its widget gave. `identified`: whom it speaks for, a phone with country
 * code or an e-mail. `spent`: it was asked about before (MSG91 702). `refused`: it never was good.
 */
export type CodeCheck = { outcome: 'identified'; identifier: string } | { outcome: 'spent' } | { outcome: 'refused' };

/** One-time codes are sent and checked between browser and provider; the server only asks whom a token speaks for. */
export type Otp = {
  /** A token is good for one question. Throws where the provider cannot be reached. */
  identify(token: string): Promise<CodeCheck>;
};
