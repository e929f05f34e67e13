import type { VoyageKind } from '../contract/offline.ts';

/** What the device has saved. `since`, `checkedAt`: ms; `bytes` as they travelled; `items` counts pages, courses, posts, pictures. */
export type SavedVoyage = {
  since: number;
  checkedAt: number;
  bytes: number;
  items: Record<VoyageKind, number>;
  hasPictures: boolean;
};

/** What is on the device when the screen opens; `underWay`: a saving that was cut off, with its choice. */
export type VoyageShelfState = { saved: SavedVoyage | null; underWay: { pictures: boolean } | null };

/** What is to be fetched, in bytes: 0 where all is saved and nothing has changed. */
export type VoyageOffer = { bytes: number; pictureBytes: number };

export type VoyageProgress = { bytes: number; totalBytes: number };

/** `cut`: no answer of ours came, or the server has no time. `full`: the device takes no more. */
export type VoyageStep =
  | { kind: 'saved'; progress: VoyageProgress }
  | { kind: 'complete'; saved: SavedVoyage }
  | { kind: 'cut' }
  | { kind: 'full' };

export type VoyageContext = {
  saved: SavedVoyage | null;
  offer: VoyageOffer | null;
  progress: VoyageProgress | null;
  pictures: boolean;
  /** Saving was begun and is neither paused nor done. */
  isUnderWay: boolean;
};

export type VoyageEvent =
  | { type: 'voyage.check' }
  | { type: 'voyage.save'; pictures: boolean }
  | { type: 'voyage.pause' }
  | { type: 'voyage.resume' }
  | { type: 'voyage.remove' }
  | { type: 'connection.change'; isOnline: boolean };
