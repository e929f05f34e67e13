import { Secret, TOTP } from 'otpauth';

const period = 30;
const secretBytes = 20;

const totpOf = (secret: string, label: string, issuer: string) =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) });

/** Creates a new secret for an authenticator app, in base 32. */
export const createTotpSecret = () => new Secret({ size: secretBytes }).base32;

/**
 * The `otpauth:` URI in the QR code that an authenticator app scans. `label` is the account's email address, `issuer`
 * the site's host.
 */
export const totpUri = (secret: string, label: string, issuer: string) => totpOf(secret, label, issuer).toString();

/** The code that an authenticator app shows at `now` (milliseconds since the epoch). */
export const totpCode = (secret: string, now: number) => totpOf(secret, '', '').generate({ timestamp: now });

/**
 * The time step of 30 seconds to which a code belongs, or null if the code is not accepted. The clocks of the device
 * and the server may differ by one time step. A code is accepted only if its time step is later than the one of the
 * last accepted code, so that an observed code cannot be used again.
 */
export function findTotpStep(secret: string, code: string, { now, lastStep }: { now: number; lastStep: number }) {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret, '', '').validate({ token, timestamp: now, window: 1 });
  if (delta === null) return null;
  const step = Math.floor(now / 1000 / period) + delta;
  return step > lastStep ? step : null;
}
