import type {
  LibraryDownloadEvent,
  LibraryDownloadOffer,
  LibraryDownloadStep,
  SavedLibraryState,
} from '../../machines/library-download.machine.ts';
import type { Alphabet } from './alphabet.ts';
import type { SerializedEvent } from './fixtures.ts';
import { savedLibrary } from './samples.ts';

const savedStates: Record<string, SavedLibraryState> = {
  empty: { saved: null, underWay: null },
  saved: { saved: savedLibrary, underWay: null },
  underWay: { saved: null, underWay: { pictures: true } },
};
const offerOutputs: Record<string, LibraryDownloadOffer> = {
  something: { bytes: 90_000, pictureBytes: 400_000 },
  nothing: { bytes: 0, pictureBytes: 0 },
};
const stepOutputs: Record<string, LibraryDownloadStep> = {
  saved: { kind: 'saved', progress: { bytes: 30_000, totalBytes: 90_000 } },
  complete: { kind: 'complete', saved: savedLibrary },
  cut: { kind: 'cut' },
  full: { kind: 'full' },
};
const events: SerializedEvent<LibraryDownloadEvent>[] = [
  { type: 'library.check' },
  { type: 'library.save', pictures: true },
  { type: 'download.pause' },
  { type: 'download.resume' },
  { type: 'library.remove' },
  { type: 'connection.change', isOnline: true },
  { type: 'connection.change', isOnline: false },
];

export const libraryDownloadAlphabet = {
  inputs: [null],
  events,
  outcomes: {
    readSavedLibrary: savedStates,
    compareLibrary: offerOutputs,
    saveNext: stepOutputs,
    savePause: { saved: undefined },
    removeLibrary: { removed: undefined },
  },
} satisfies Alphabet;
