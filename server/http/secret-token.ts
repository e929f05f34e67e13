import { createHash, randomBytes } from 'node:crypto';

const shape = /^[\w-]{43}$/;

/** Creates a token of 256 random bits for a cookie or a link. The database stores only its hash. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isToken(text: string | undefined): text is string {
  return text !== undefined && shape.test(text);
}

/** Hashes a token with SHA-256. A slow password hash is not needed, because tokens are random. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
