import sharp from 'sharp';
import { multipart, multipartType } from '../../support/multipart.ts';
import { makePdf } from '../../support/pdf.ts';
import { siteHeaders, type TestApp } from '../../support/server.ts';

const asForm = { 'content-type': multipartType };

/** An upload of a whole PDF; `object` makes another one of it. */
export function documentUpload(object?: string) {
  const bytes = makePdf(object === undefined ? [] : [object]);
  return { url: '/api/aws/file/aws-upload', headers: asForm, body: multipart({ name: 'cdc.pdf', bytes }) };
}

/** An upload of a small picture of one colour. */
export async function imageUpload(background = '#036') {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
  return { url: '/api/aws/image/aws-upload', headers: asForm, body: multipart({ name: 'me.png', bytes }) };
}

/** Uploads a document for a student; answers its address. */
export async function storeDocument(app: TestApp, headers: { cookie: string }): Promise<string> {
  const { url, body, headers: form } = documentUpload();
  const sent = { ...siteHeaders, ...form, ...headers };
  const answer = await app.server.inject({ method: 'POST', url, headers: sent, payload: body });
  return String(answer.json<{ url: string }>().url);
}
