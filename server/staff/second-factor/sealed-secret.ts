import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const [ivLength, tagLength] = [12, 16];
const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'landfall staff totp', 32));

/**
 * Encrypts the text of a secret for the database with AES-256-GCM. The key is derived from the server's SECRET
 * (`secret`). The encryption is bound to `owner`, the id of a staff member. If the database row is copied to another
 * member, the secret cannot be decrypted.
 */
export function sealSecret(text: string, owner: string, secret: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/**
 * Decrypts a secret that `sealSecret` has encrypted. Returns null if the server's SECRET has changed since then, or
 * if the row belongs to another member.
 */
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
