import { fromPromise } from 'xstate';
import { libraryDownloadMachine } from '../../../machines/library-download.machine.ts';
import type { LibraryDownload } from './library-download.ts';

/**
 * Returns the state machine of the library download. `download` does the work: it fetches and stores the content, and
 * says how long to wait before a retry.
 */
export function createDownloadFlow(download: LibraryDownload) {
  return libraryDownloadMachine.provide({
    delays: { downloadRetry: () => download.retryDelay() },
    actors: {
      readSavedLibrary: fromPromise(() => download.readState()),
      compareLibrary: fromPromise(({ signal }) => download.compare(signal)),
      saveNext: fromPromise(({ input, signal }: { input: { pictures: boolean }; signal: AbortSignal }) =>
        download.saveNext(input, signal),
      ),
      savePause: fromPromise(() => download.pause()),
      removeLibrary: fromPromise(() => download.remove()),
    },
  });
}
