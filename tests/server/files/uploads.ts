import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { multipart, multipartType, type UploadPart } from '../../support/multipart.ts';
import { createStudent, signIn, siteHeaders, type TestApp } from '../../support/server.ts';

export type Uploader = { id: string; headers: { cookie: string } };
type UploadResponse = {
  status: number;
  body: { code?: string; message?: string; url?: string };
  headers: object;
};
export const uploadUrls = { document: '/api/aws/file/aws-upload', image: '/api/aws/image/aws-upload' } as const;

/** Creates a student and signs the student in. */
export async function enrol(app: TestApp): Promise<Uploader> {
  const { id } = await createStudent(app.db);
  return { id, headers: await signIn(app, { id }) };
}

/** Uploads a multipart body, usually with one file, as a document or, with `as: 'image'`, as a profile image. */
export async function upload(
  app: TestApp,
  { headers }: { headers: object },
  parts: UploadPart[],
  more: { key?: string; as?: keyof typeof uploadUrls } = {},
): Promise<UploadResponse> {
  const { key, as = 'document' } = more;
  const named = { ...siteHeaders, ...headers, 'content-type': multipartType };
  const response = await app.server.inject({
    method: 'POST',
    url: uploadUrls[as],
    headers: key ? { ...named, 'idempotency-key': key } : named,
    payload: multipart(...parts),
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

/** Returns the names of all files in the folder in which the server stores uploads, including partly received files. */
export async function listBlobs(app: Pick<TestApp, 'dataDir'>): Promise<string[]> {
  const found = await readdir(join(app.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}
