import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type S3Account = { accessKeyId: string; secretAccessKey: string; region: string };

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/;

function canonicalRequest(request: IncomingMessage, signedHeaders: string): string {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const path = url.pathname.split('/').map((part) => encode(decodeURIComponent(part)));
  const query = [...url.searchParams].map(([name, text]) => `${encode(name)}=${encode(text)}`).sort();
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const payload = String(request.headers['x-amz-content-sha256']);
  return [request.method, path.join('/'), query.join('&'), headers.join(''), signedHeaders, payload].join('\n');
}

/**
 * Returns Amazon S3's error code if the Signature Version 4 of a request is wrong; null when the signature is right.
 */
export function signatureFault(request: IncomingMessage, account: S3Account): string | null {
  const [, keyId, day = '', region = '', signedHeaders = '', signature] =
    form.exec(request.headers.authorization ?? '') ?? [];
  if (!signature) return request.headers.authorization ? 'AuthorizationHeaderMalformed' : 'AccessDenied';
  if (keyId !== account.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== account.region) return 'AuthorizationHeaderMalformed';
  const names = signedHeaders.split(';');
  if (!names.includes('host') || !names.includes('x-amz-content-sha256')) return 'AccessDenied';
  const at = String(request.headers['x-amz-date']);
  const [, date, time] = /^(\d{8})T(\d{6})Z$/.exec(at) ?? [];
  if (date !== day || !time) return 'AccessDenied';
  const iso = at.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z');
  if (Math.abs(Date.now() - Date.parse(iso)) > 15 * 60_000) return 'RequestTimeTooSkewed';
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, hash(canonicalRequest(request, signedHeaders))].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${account.secretAccessKey}`, day), region), 's3'), 'aws4_request');
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}
