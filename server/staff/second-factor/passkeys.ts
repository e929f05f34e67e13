import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { PasskeyResponse } from '../../../contract/staff/staff-account.ts';

/**
 * The site to which passkeys are bound. It is taken from PUBLIC_URL or, if PUBLIC_URL is not set, from the page that
 * the browser has opened.
 */
export type PasskeySite = { origin: string; host: string };

export const passkeySiteOf = (origin: string): PasskeySite => ({ origin, host: new URL(origin).hostname });

type StoredPasskey = { credential_id: string; public_key: Buffer; counter: number; transports: string[] };
export type NewPasskey = { credential_id: string; public_key: Buffer; counter: number; transports: string[] };

const toDescriptor = ({ credential_id: id, transports }: Pick<StoredPasskey, 'credential_id' | 'transports'>) =>
  ({ id, transports }) as { id: string; transports: string[] };

/** WebAuthn options for creating a passkey. They exclude authenticators that already have a passkey of this account. */
export function registrationOptions(
  site: PasskeySite,
  { staffId, email, name, passkeys }: { staffId: string; email: string; name: string; passkeys: StoredPasskey[] },
) {
  return generateRegistrationOptions({
    rpName: site.host,
    rpID: site.host,
    userName: email,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(staffId)),
    attestationType: 'none',
    excludeCredentials: passkeys.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
}

/** WebAuthn options for authenticating with one of the account's passkeys. */
export function authenticationOptions(site: PasskeySite, passkeys: StoredPasskey[]) {
  return generateAuthenticationOptions({
    rpID: site.host,
    allowCredentials: passkeys.map(toDescriptor),
    userVerification: 'required',
  });
}

/** Verifies a passkey that a browser has created for `challenge`. Returns null if the browser's response is invalid. */
export async function readNewPasskey(
  response: PasskeyResponse,
  challenge: string,
  site: PasskeySite,
): Promise<NewPasskey | null> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
    });
    if (!verified) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { credential_id: id, public_key: Buffer.from(publicKey), counter, transports: [...transports] };
  } catch {
    // The WebAuthn library throws an error if the browser's response is invalid.
    return null;
  }
}

/**
 * Verifies the response of a passkey to a challenge. Returns the passkey's new signature counter; null if the
 * response is invalid, or if the counter suggests that the passkey was copied.
 */
export async function checkPasskeyResponse(
  response: PasskeyResponse,
  challenge: string,
  { site, passkey }: { site: PasskeySite; passkey: StoredPasskey },
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
      credential: { ...toDescriptor(passkey), publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
