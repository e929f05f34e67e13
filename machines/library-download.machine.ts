import { assign, setup } from 'xstate';
import { downloadRetry } from '../contract/limits.ts';
import type { LibraryKind } from '../contract/offline.ts';
import { promisePlaceholder, withOutput } from './placeholder.ts';

/**
 * The offline library as it is saved on the device. `since`: when its download was completed; `checkedAt`: when it was
 * last compared with the server (both in ms since the epoch). `bytes`: download size. `items`: number of items of each
 * kind.
 */
export type SavedLibrary = {
  since: number;
  checkedAt: number;
  bytes: number;
  items: Record<LibraryKind, number>;
  hasPictures: boolean;
};

/** What the device has stored when the screen opens. `underWay`: an unfinished download, with pictures or without. */
export type SavedLibraryState = { saved: SavedLibrary | null; underWay: { pictures: boolean } | null };

/**
 * How much is left to download: `bytes` without the pictures, `pictureBytes` for the pictures. Both are 0 if everything
 * is saved and up to date.
 */
export type LibraryDownloadOffer = { bytes: number; pictureBytes: number };

export type LibraryDownloadProgress = { bytes: number; totalBytes: number };

/**
 * Result of downloading one bundle (several responses that are fetched together). `cut`: no response, or the server was
 * busy. `full`: no storage space left.
 */
export type LibraryDownloadStep =
  | { kind: 'saved'; progress: LibraryDownloadProgress }
  | { kind: 'complete'; saved: SavedLibrary }
  | { kind: 'cut' }
  | { kind: 'full' };

export type LibraryDownloadContext = {
  saved: SavedLibrary | null;
  offer: LibraryDownloadOffer | null;
  progress: LibraryDownloadProgress | null;
  pictures: boolean;
  /** Whether a download has begun and is neither paused nor finished. */
  isUnderWay: boolean;
};

export type LibraryDownloadEvent =
  | { type: 'library.check' }
  | { type: 'library.save'; pictures: boolean }
  | { type: 'download.pause' }
  | { type: 'download.resume' }
  | { type: 'library.remove' }
  | { type: 'connection.change'; isOnline: boolean };

const pictures = ({ context }: { context: LibraryDownloadContext }) => ({ pictures: context.pictures });

/**
 * Downloads the offline library, bundle by bundle, over any connection (docs/product.md#download). The screen calls it
 * "Save for the voyage". The machine runs as long as its page is open, so it has no final state.
 */
export const libraryDownloadMachine = setup({
  types: {} as { context: LibraryDownloadContext; events: LibraryDownloadEvent; tags: 'busy' | 'failed' },
  actors: {
    readSavedLibrary: promisePlaceholder<SavedLibraryState>(),
    compareLibrary: promisePlaceholder<LibraryDownloadOffer>(),
    saveNext: promisePlaceholder<LibraryDownloadStep, { pictures: boolean }>(),
    savePause: promisePlaceholder<void>(),
    removeLibrary: promisePlaceholder<void>(),
  },
  guards: {
    isUnderWay: ({ context }) => context.isUnderWay,
    hasAnythingNew: ({ context }, offer: LibraryDownloadOffer) =>
      context.saved === null || offer.bytes > 0 || (context.saved.hasPictures && offer.pictureBytes > 0),
    isConnected: ({ event }) => event.type === 'connection.change' && event.isOnline,
    isSaved: (_, step: LibraryDownloadStep) => step.kind === 'saved',
    isComplete: (_, step: LibraryDownloadStep) => step.kind === 'complete',
    isFull: (_, step: LibraryDownloadStep) => step.kind === 'full',
    hasSaved: ({ context }) => context.saved !== null,
  },
  actions: {
    storeSavedLibrary: assign((_, { saved, underWay }: SavedLibraryState) => ({
      saved,
      isUnderWay: underWay !== null,
      pictures: underWay?.pictures ?? saved?.hasPictures ?? false,
    })),
    storeOffer: assign((_, offer: LibraryDownloadOffer) => ({ offer })),
    beginSaving: assign(({ context, event }) => ({
      pictures: event.type === 'library.save' ? event.pictures : context.pictures,
      isUnderWay: true,
      progress: null,
    })),
    storeProgress: assign((_, step: LibraryDownloadStep) => (step.kind === 'saved' ? { progress: step.progress } : {})),
    finishSaving: assign(({ context }, step: LibraryDownloadStep) => {
      if (step.kind !== 'complete') return {};
      const pictureBytes = step.saved.hasPictures ? 0 : (context.offer?.pictureBytes ?? 0);
      return { saved: step.saved, offer: { bytes: 0, pictureBytes }, progress: null, isUnderWay: false };
    }),
    haltSaving: assign({ isUnderWay: false }),
    forgetAll: assign({ saved: null, offer: null, progress: null, isUnderWay: false }),
  },
  delays: { downloadRetry },
}).createMachine({
  id: 'libraryDownload',
  description: 'Downloads the offline library: the whole public site, for use without a connection.',
  initial: 'readingSavedLibrary',
  context: { saved: null, offer: null, progress: null, pictures: false, isUnderWay: false },
  states: {
    readingSavedLibrary: {
      description: 'Reads what is saved on the device.',
      tags: 'busy',
      invoke: {
        id: 'readSavedLibrary',
        src: 'readSavedLibrary',
        onDone: { target: 'comparing', actions: withOutput('storeSavedLibrary') },
        onError: 'storageRefused',
      },
    },
    comparing: {
      description: 'Compares the server’s list of bundles with what the device has.',
      tags: 'busy',
      invoke: {
        id: 'compareLibrary',
        src: 'compareLibrary',
        onDone: [
          { guard: 'isUnderWay', target: 'saving', actions: withOutput('storeOffer') },
          { guard: withOutput('hasAnythingNew'), target: 'offering', actions: withOutput('storeOffer') },
          { target: 'upToDate', actions: withOutput('storeOffer') },
        ],
        onError: [{ guard: 'isUnderWay', target: 'waitingForConnection' }, { target: 'comparisonFailed' }],
      },
      on: { 'download.pause': { guard: 'isUnderWay', target: 'pausing' } },
    },
    comparisonFailed: {
      description: 'The server could not be reached; saved pages can still be read.',
      tags: 'failed',
      on: {
        'library.check': 'comparing',
        'connection.change': { guard: 'isConnected', target: 'comparing' },
        'library.remove': { guard: 'hasSaved', target: 'removing' },
      },
    },
    offering: {
      description: 'The student sees the size and decides, with or without pictures.',
      on: {
        'library.save': { target: 'saving', actions: 'beginSaving' },
        'library.remove': { guard: 'hasSaved', target: 'removing' },
      },
    },
    upToDate: {
      description: 'Everything is saved, and nothing has changed since.',
      on: {
        'library.check': 'comparing',
        'library.save': { target: 'saving', actions: 'beginSaving' },
        'library.remove': 'removing',
      },
    },
    saving: {
      description: 'Downloads and stores the next bundles.',
      tags: 'busy',
      invoke: {
        id: 'saveNext',
        src: 'saveNext',
        input: pictures,
        onDone: [
          { guard: withOutput('isSaved'), target: 'saving', reenter: true, actions: withOutput('storeProgress') },
          { guard: withOutput('isComplete'), target: 'upToDate', actions: withOutput('finishSaving') },
          { guard: withOutput('isFull'), target: 'deviceFull', actions: 'haltSaving' },
          { target: 'waitingForConnection' },
        ],
        onError: { target: 'savingFailed', actions: 'haltSaving' },
      },
      on: { 'download.pause': 'pausing' },
    },
    waitingForConnection: {
      description: 'The connection was lost; the rest is downloaded when it is back.',
      on: {
        'connection.change': { guard: 'isConnected', target: 'comparing' },
        'download.pause': 'pausing',
      },
      after: { downloadRetry: 'comparing' },
    },
    pausing: {
      description: 'Stores the pause, so that a reload does not resume the download.',
      tags: 'busy',
      entry: 'haltSaving',
      invoke: { id: 'savePause', src: 'savePause', onDone: 'paused', onError: 'paused' },
    },
    paused: {
      description: 'The student paused; downloaded bundles stay on the device.',
      on: { 'download.resume': { target: 'comparing', actions: 'beginSaving' }, 'library.remove': 'removing' },
    },
    deviceFull: {
      description: 'The device is full; downloaded bundles stay on it. Pictures may be left out.',
      tags: 'failed',
      on: {
        'download.resume': { target: 'comparing', actions: 'beginSaving' },
        'library.save': { target: 'saving', actions: 'beginSaving' },
        'library.remove': 'removing',
      },
    },
    savingFailed: {
      description: 'An unexpected error occurred; downloaded bundles stay on the device.',
      tags: 'failed',
      on: { 'download.resume': { target: 'comparing', actions: 'beginSaving' }, 'library.remove': 'removing' },
    },
    removing: {
      description: 'Deletes what was saved.',
      tags: 'busy',
      invoke: {
        id: 'removeLibrary',
        src: 'removeLibrary',
        onDone: { target: 'comparing', actions: 'forgetAll' },
        onError: 'storageRefused',
      },
    },
    storageRefused: {
      description: 'The browser stores nothing for this site, for example in a private window.',
      tags: 'failed',
      on: { 'library.check': 'readingSavedLibrary' },
    },
  },
});
