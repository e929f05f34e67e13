import { type ActorRefFrom, createActor } from 'xstate';
import type { libraryDownloadMachine } from '../../../machines/library-download.machine.ts';
import { watched } from '../../lib/machine-log/live-machines.ts';
import { pageApi } from '../calls/page-api.ts';
import { sendWithin } from '../calls/send-within.ts';
import { connection } from '../connection/page-connection.ts';
import { storeAllFiles } from '../low-data/stored-files.ts';
import { withLock } from '../with-lock.ts';
import { setDownloadUnderWay } from './download-flag.ts';
import { createDownloadFlow } from './download-flow.ts';
import { LibraryDownload } from './library-download.ts';
import { libraryStore } from './library-store.ts';
import { createPictureStore } from './picture-store.ts';

export type DownloadActor = ActorRefFrom<typeof libraryDownloadMachine>;

const pictureTimeoutMs = 30_000;

let running: DownloadActor | null = null;

/**
 * Returns the download of the offline library on this page, and creates it at the first call. The download continues
 * while the student visits other pages of the site.
 */
export function pageDownload(): DownloadActor {
  if (running) return running;
  const download = new LibraryDownload({
    api: pageApi,
    store: libraryStore,
    pictures: createPictureStore(sendWithin(pictureTimeoutMs, { send: (...request) => fetch(...request) }), caches),
    storeSite: storeAllFiles,
    withLock: (work) => withLock('landfall-voyage', work),
    now: Date.now,
  });
  const actor = createActor(createDownloadFlow(download), watched);
  actor.subscribe(({ context }) => setDownloadUnderWay(context.isUnderWay));
  connection.subscribe(() => actor.send({ type: 'connection.change', isOnline: connection.state === 'online' }));
  actor.start();
  running = actor;
  return actor;
}
