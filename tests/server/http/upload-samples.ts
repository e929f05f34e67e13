import sharp from 'sharp';
import { multipart, multipartType } from '../../support/multipart.ts';
import { makePdf } from '../../support/pdf.ts';
import { siteHeaders, type TestApp } from '../../support/server.ts';

const asForm = { 'content-type': multipartType };

/**
 * Prepares a request that uploads a valid PDF as a document. `object`: a PDF object to add, so that the file's bytes
 * differ.
 */
export function documentUpload(object?: string) {
  const bytes = makePdf(object === undefined ? [] : [object]);
  return { url: '/api/aws/file/aws-upload', headers: asForm, body: multipart({ name: 'cdc.pdf', bytes }) };
}

/** Prepares a request that uploads a small single-colour picture as a student's profile picture. */
export async function imageUpload(background = '#036') {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
  return { url: '/api/aws/image/aws-upload', headers: asForm, body: multipart({ name: 'me.png', bytes }) };
}

/** Prepares a request that uploads a single-colour picture for the website's content. */
export async function contentPictureUpload(background = '#036') {
  const bytes = await sharp({ create: { width: 960, height: 600, channels: 3, background } })
    .png()
    .toBuffer();
  const url = '/api/staff/content-pictures?folder=campus&name=pool';
  return { url, headers: asForm, body: multipart({ name: 'pool.png', bytes }) };
}

/**
 * Uploads a PDF or a picture as the signed-in student whose session cookie is in `headers`. Returns the URL of the
 * stored file.
 */
export async function storeUpload(
  app: TestApp,
  headers: { cookie: string },
  { url, body, headers: form }: ReturnType<typeof documentUpload>,
): Promise<string> {
  const sent = { ...siteHeaders, ...form, ...headers };
  const response = await app.server.inject({ method: 'POST', url, headers: sent, payload: body });
  return String(response.json<{ url: string }>().url);
}
