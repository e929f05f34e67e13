import type { VoyageEvent, VoyageOffer, VoyageShelfState, VoyageStep } from '../voyage.types.ts';
import type { Alphabet } from './alphabet.ts';
import type { WrittenEvent } from './fixtures.ts';
import { savedVoyage } from './samples.ts';

const shelves: Record<string, VoyageShelfState> = {
  empty: { saved: null, underWay: null },
  saved: { saved: savedVoyage, underWay: null },
  underWay: { saved: null, underWay: { pictures: true } },
};
const offers: Record<string, VoyageOffer> = {
  something: { bytes: 90_000, pictureBytes: 400_000 },
  nothing: { bytes: 0, pictureBytes: 0 },
};
const steps: Record<string, VoyageStep> = {
  saved: { kind: 'saved', progress: { bytes: 30_000, totalBytes: 90_000 } },
  complete: { kind: 'complete', saved: savedVoyage },
  cut: { kind: 'cut' },
  full: { kind: 'full' },
};
const events: WrittenEvent<VoyageEvent>[] = [
  { type: 'voyage.check' },
  { type: 'voyage.save', pictures: true },
  { type: 'voyage.pause' },
  { type: 'voyage.resume' },
  { type: 'voyage.remove' },
  { type: 'connection.change', isOnline: true },
  { type: 'connection.change', isOnline: false },
];

export const voyageAlphabet = {
  inputs: [null],
  events,
  outcomes: {
    readShelf: shelves,
    compareVoyage: offers,
    saveNext: steps,
    keepPaused: { kept: undefined },
    removeVoyage: { removed: undefined },
  },
} satisfies Alphabet;
