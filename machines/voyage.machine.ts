import { assign, setup } from 'xstate';
import { voyageRetry } from '../contract/limits.ts';
import { promisePlaceholder, withOutput } from './placeholder.ts';
import type { VoyageContext, VoyageEvent, VoyageOffer, VoyageShelfState, VoyageStep } from './voyage.types.ts';

const pictures = ({ context }: { context: VoyageContext }) => ({ pictures: context.pictures });

/** Saves the site for a voyage, bundle by bundle, over any line (issue "At sea"). It lasts as long as its page. */
export const voyageMachine = setup({
  types: {} as { context: VoyageContext; events: VoyageEvent; tags: 'busy' | 'failed' },
  actors: {
    readShelf: promisePlaceholder<VoyageShelfState>(),
    compareVoyage: promisePlaceholder<VoyageOffer>(),
    saveNext: promisePlaceholder<VoyageStep, { pictures: boolean }>(),
    keepPaused: promisePlaceholder<void>(),
    removeVoyage: promisePlaceholder<void>(),
  },
  guards: {
    isUnderWay: ({ context }) => context.isUnderWay,
    hasAnythingNew: ({ context }, offer: VoyageOffer) =>
      context.saved === null || offer.bytes > 0 || (context.saved.hasPictures && offer.pictureBytes > 0),
    isConnected: ({ event }) => event.type === 'connection.change' && event.isOnline,
    isSaved: (_, step: VoyageStep) => step.kind === 'saved',
    isComplete: (_, step: VoyageStep) => step.kind === 'complete',
    isFull: (_, step: VoyageStep) => step.kind === 'full',
    hasSaved: ({ context }) => context.saved !== null,
  },
  actions: {
    storeShelf: assign((_, { saved, underWay }: VoyageShelfState) => ({
      saved,
      isUnderWay: underWay !== null,
      pictures: underWay?.pictures ?? saved?.hasPictures ?? false,
    })),
    storeOffer: assign((_, offer: VoyageOffer) => ({ offer })),
    beginSaving: assign(({ context, event }) => ({
      pictures: event.type === 'voyage.save' ? event.pictures : context.pictures,
      isUnderWay: true,
      progress: null,
    })),
    storeProgress: assign((_, step: VoyageStep) => (step.kind === 'saved' ? { progress: step.progress } : {})),
    storeSaved: assign(({ context }, step: VoyageStep) => {
      if (step.kind !== 'complete') return {};
      const pictureBytes = step.saved.hasPictures ? 0 : (context.offer?.pictureBytes ?? 0);
      return { saved: step.saved, offer: { bytes: 0, pictureBytes }, progress: null, isUnderWay: false };
    }),
    haltSaving: assign({ isUnderWay: false }),
    forgetAll: assign({ saved: null, offer: null, progress: null, isUnderWay: false }),
  },
  delays: { voyageRetry },
}).createMachine({
  id: 'voyage',
  description: 'Saves the whole site for a voyage.',
  initial: 'readingShelf',
  context: { saved: null, offer: null, progress: null, pictures: false, isUnderWay: false },
  states: {
    readingShelf: {
      description: 'What the device has is looked up.',
      tags: 'busy',
      invoke: {
        id: 'readShelf',
        src: 'readShelf',
        onDone: { target: 'comparing', actions: withOutput('storeShelf') },
        onError: 'storageRefused',
      },
    },
    comparing: {
      description: 'The server is asked what there is to save, and what of it the device lacks.',
      tags: 'busy',
      invoke: {
        id: 'compareVoyage',
        src: 'compareVoyage',
        onDone: [
          { guard: 'isUnderWay', target: 'saving', actions: withOutput('storeOffer') },
          { guard: withOutput('hasAnythingNew'), target: 'offering', actions: withOutput('storeOffer') },
          { target: 'upToDate', actions: withOutput('storeOffer') },
        ],
        onError: [{ guard: 'isUnderWay', target: 'waitingForConnection' }, { target: 'comparisonFailed' }],
      },
      on: { 'voyage.pause': { guard: 'isUnderWay', target: 'pausing' } },
    },
    comparisonFailed: {
      description: 'The server could not be asked; what is saved can be read all the same.',
      tags: 'failed',
      on: {
        'voyage.check': 'comparing',
        'connection.change': { guard: 'isConnected', target: 'comparing' },
        'voyage.remove': { guard: 'hasSaved', target: 'removing' },
      },
    },
    offering: {
      description: 'The student sees the size and decides, with or without pictures.',
      on: {
        'voyage.save': { target: 'saving', actions: 'beginSaving' },
        'voyage.remove': { guard: 'hasSaved', target: 'removing' },
      },
    },
    upToDate: {
      description: 'Everything is saved, and nothing has changed since.',
      on: {
        'voyage.check': 'comparing',
        'voyage.save': { target: 'saving', actions: 'beginSaving' },
        'voyage.remove': 'removing',
      },
    },
    saving: {
      description: 'The next bundles are fetched and kept.',
      tags: 'busy',
      invoke: {
        id: 'saveNext',
        src: 'saveNext',
        input: pictures,
        onDone: [
          { guard: withOutput('isSaved'), target: 'saving', reenter: true, actions: withOutput('storeProgress') },
          { guard: withOutput('isComplete'), target: 'upToDate', actions: withOutput('storeSaved') },
          { guard: withOutput('isFull'), target: 'deviceFull', actions: 'haltSaving' },
          { target: 'waitingForConnection' },
        ],
        onError: { target: 'savingFailed', actions: 'haltSaving' },
      },
      on: { 'voyage.pause': 'pausing' },
    },
    waitingForConnection: {
      description: 'The line was cut: what came is kept, and the rest follows when it is back.',
      on: {
        'connection.change': { guard: 'isConnected', target: 'comparing' },
        'voyage.pause': 'pausing',
      },
      after: { voyageRetry: 'comparing' },
    },
    pausing: {
      description: 'The pause is noted, so that a reload does not go on.',
      tags: 'busy',
      entry: 'haltSaving',
      invoke: { id: 'keepPaused', src: 'keepPaused', onDone: 'paused', onError: 'paused' },
    },
    paused: {
      description: 'The student paused; what came is kept.',
      on: { 'voyage.resume': { target: 'comparing', actions: 'beginSaving' }, 'voyage.remove': 'removing' },
    },
    deviceFull: {
      description: 'The device takes no more; what came is kept.',
      tags: 'failed',
      on: { 'voyage.resume': { target: 'comparing', actions: 'beginSaving' }, 'voyage.remove': 'removing' },
    },
    savingFailed: {
      description: 'Something unforeseen happened; what came is kept.',
      tags: 'failed',
      on: { 'voyage.resume': { target: 'comparing', actions: 'beginSaving' }, 'voyage.remove': 'removing' },
    },
    removing: {
      description: 'What was saved is deleted.',
      tags: 'busy',
      invoke: {
        id: 'removeVoyage',
        src: 'removeVoyage',
        onDone: { target: 'comparing', actions: 'forgetAll' },
        onError: 'storageRefused',
      },
    },
    storageRefused: {
      description: 'The browser keeps nothing for this site, such as in a private window.',
      tags: 'failed',
      on: { 'voyage.check': 'readingShelf' },
    },
  },
});
