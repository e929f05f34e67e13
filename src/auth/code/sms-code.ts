import { codeLength } from '../../../contract/limits.ts';

const codeInText = new RegExp(`(?<!\\d)\\d{${codeLength}}(?!\\d)`);

/**
 * Finds a one-time code in a text, such as a whole SMS. Returns null if the text has no number with as many digits as a
 * code.
 */
export function findCode(text: string): string | null {
  return codeInText.exec(text)?.[0] ?? null;
}

/**
 * Waits for the browser to read a one-time code from an SMS (WebOTP). Our site asks the provider, MSG91, to send codes
 * by WhatsApp and email only, but an academy may let MSG91 send an SMS where WhatsApp fails. Resolves to null if the
 * browser cannot read codes from an SMS or the student declines.
 */
export async function awaitSmsCode(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in window) || !navigator.credentials) return null;
  const options = { otp: { transport: ['sms'] }, signal } as CredentialRequestOptions;
  try {
    const credential = (await navigator.credentials.get(options)) as { code?: unknown } | null;
    return typeof credential?.code === 'string' ? findCode(credential.code) : null;
  } catch {
    return null;
  }
}
