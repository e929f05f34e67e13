import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { waitFor } from 'xstate';
import { apiVersion, markerHeader } from '../../../../contract/headers.ts';
import { connection } from '../../../../src/offline/connection/page-connection.ts';
import { isDownloadUnderWay } from '../../../../src/offline/download/download-flag.ts';
import { libraryStore } from '../../../../src/offline/download/library-store.ts';
import { pageDownload } from '../../../../src/offline/download/page-download.ts';

afterEach(() => vi.unstubAllGlobals());

const parts = ['pages', 'news'].map((id) => ({ id, kind: id, hash: '1', bytes: 100, items: 1 }));
const contents: Record<string, unknown> = {
  manifest: { parts, missing: [] },
  pages: { id: 'pages', hash: '1', answers: [{ path: '/api/cms/about', body: 'about' }], pictures: [] },
  news: { id: 'news', hash: '1', answers: [{ path: '/api/news', body: 'news' }], pictures: [] },
};

it('the download of the offline library continues while the student visits other pages, and resumes when the connection is back', async () => {
  const lost = new Set(['news', 'health']);
  vi.stubGlobal('caches', { has: async () => false });
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const id = String(input).split('/').at(-1) ?? '';
    if (lost.has(id)) throw new TypeError('Failed to fetch');
    return Response.json({ statusCode: 200, data: contents[id] }, { headers: { [markerHeader]: apiVersion } });
  });
  const actor = pageDownload();
  await waitFor(actor, (state) => state.matches('offering'));
  expect(isDownloadUnderWay()).toBe(false);
  actor.send({ type: 'library.save', pictures: false });
  await waitFor(actor, (state) => state.matches('waitingForConnection'));
  expect(isDownloadUnderWay()).toBe(true);
  expect((await libraryStore.readResponse('/api/cms/about'))?.text).toBe('"about"');
  expect(pageDownload()).toBe(actor);
  await vi.waitFor(() => expect(connection.state).toBe('offline'));
  lost.clear();
  await connection.probe();
  await waitFor(actor, (state) => state.matches('upToDate'));
  expect(isDownloadUnderWay()).toBe(false);
  expect((await libraryStore.readResponse('/api/news'))?.text).toBe('"news"');
});
