import type {
  SavedVoyage,
  VoyageEvent,
  VoyageOffer,
  VoyageShelfState,
  VoyageStep,
} from '../../machines/voyage.types.ts';
import type { Alphabet } from './paths.ts';
import { answers } from './replay.ts';

export const savedVoyage: SavedVoyage = {
  since: 1,
  checkedAt: 2,
  bytes: 90_000,
  items: { pages: 27, courses: 45, news: 36, pictures: 0 },
  hasPictures: false,
};
const shelves: VoyageShelfState[] = [
  { saved: null, underWay: null },
  { saved: savedVoyage, underWay: null },
  { saved: null, underWay: { pictures: true } },
];
const offers: VoyageOffer[] = [
  { bytes: 90_000, pictureBytes: 400_000 },
  { bytes: 0, pictureBytes: 0 },
];
const steps: VoyageStep[] = [
  { kind: 'saved', progress: { bytes: 30_000, totalBytes: 90_000 } },
  { kind: 'complete', saved: savedVoyage },
  { kind: 'cut' },
  { kind: 'full' },
];
const events: VoyageEvent[] = [
  { type: 'voyage.check' },
  { type: 'voyage.save', pictures: true },
  { type: 'voyage.pause' },
  { type: 'voyage.resume' },
  { type: 'voyage.remove' },
  { type: 'connection.change', isOnline: true },
  { type: 'connection.change', isOnline: false },
];

export const voyageAlphabet: Alphabet = {
  inputs: [undefined],
  events: [
    ...events,
    ...answers('readShelf', shelves),
    ...answers('compareVoyage', offers),
    ...answers('saveNext', steps),
    ...answers('keepPaused', [undefined]),
    ...answers('removeVoyage', [undefined]),
    { type: 'xstate.after.voyageRetry.voyage.waitingForConnection' },
  ],
};
