import { codeLength } from '../../contract/limits.ts';

const codeInText = new RegExp(`(?<!\\d)\\d{${codeLength}}(?!\\d)`);

/** The code in a text, such as a whole message; null where there is not exactly such a number. */
export function findCode(text: string): string | null {
  return codeInText.exec(text)?.[0] ?? null;
}

/** Waits for a code that the browser reads from a message (WebOTP); null where it cannot, or the student does not want it to. */
export async function awaitSmsCode(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in window) || !navigator.credentials) return null;
  const wish = { otp: { transport: ['sms'] }, signal } as CredentialRequestOptions;
  try {
    const credential = (await navigator.credentials.get(wish)) as { code?: unknown } | null;
    return typeof credential?.code === 'string' ? findCode(credential.code) : null;
  } catch {
    return null;
  }
}
