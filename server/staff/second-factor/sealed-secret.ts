import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const [ivLength, tagLength] = [12, 16];
const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'landfall staff totp', 32));

/**
 * Encrypts a secret for the database with AES-256-GCM. The encryption is bound to `owner`, so that a row copied to
 * another member cannot be decrypted.
 */
export function sealSecret(text: string, owner: string, secret: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Decrypts a secret. Returns null if SECRET has changed since it was stored. */
export function openSecret(sealed: Buffer, owner: string, secret: string): string | null {
  const iv = sealed.subarray(0, ivLength);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
