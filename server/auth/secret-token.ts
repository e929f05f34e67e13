import { createHash, randomBytes } from 'node:crypto';

const shape = /^[\w-]{43}$/;

/** 256 random bits for a cookie; the database keeps the hash alone. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isToken(text: string | undefined): text is string {
  return text !== undefined && shape.test(text);
}

/** SHA-256, enough for what is random already. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
