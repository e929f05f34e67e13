import { expect, it } from 'vitest';
import { createQueryClient } from '../../../../src/app/query-client.ts';
import { pictureSizes } from '../../../../src/offline/low-data/picture-sizes.ts';
import { clearStudentQueries } from '../../../../src/offline/session/wipe.ts';
import { answeringApi } from '../../../support/answers.ts';

const picture = (path: string, bytes: number) => ({ path, hash: 'hash', bytes });
const sizes = { '/media/courses/fire-640.avif': 21_000, '/media/campus/gate.png': 48_500 };

/** Opens a page with a fake server that returns `sizes` as the sizes of the site's pictures. */
function openPage() {
  const pictures = Object.entries(sizes).map(([path, bytes]) => picture(path, bytes));
  const data = { id: 'pictures', hash: 'hash', answers: [], pictures };
  const { api, sent } = answeringApi({ 'GET /api/offline/part/pictures': { body: { statusCode: 200, data } } });
  return { client: createQueryClient(api), sent };
}

it('the sizes of pictures, keyed by path, are read from the server’s list of pictures for the offline library', async () => {
  expect(await openPage().client.fetchQuery(pictureSizes())).toEqual(sizes);
});

it('the file sizes of pictures, which low-data mode shows, are loaded only once', async () => {
  const { client, sent } = openPage();
  await client.fetchQuery(pictureSizes());
  expect(await client.fetchQuery(pictureSizes())).toEqual(sizes);
  expect(sent).toHaveLength(1);
});

it('the file sizes of pictures, which low-data mode shows, are public data and stay in memory after a sign-out', async () => {
  const { client } = openPage();
  await client.fetchQuery(pictureSizes());
  clearStudentQueries(client, ['session']);
  expect(client.getQueryData(pictureSizes().queryKey)).toEqual(sizes);
});
