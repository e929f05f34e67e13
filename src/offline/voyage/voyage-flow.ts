import { fromPromise } from 'xstate';
import { voyageMachine } from '../../../machines/voyage.machine.ts';
import type { VoyageKeeper } from './voyage-keeper.ts';

/** The saving bound to the keeper, which fetches and stores. */
export function createVoyageFlow(keeper: VoyageKeeper) {
  return voyageMachine.provide({
    actors: {
      readShelf: fromPromise(() => keeper.readShelf()),
      compareVoyage: fromPromise(({ signal }) => keeper.compare(signal)),
      saveNext: fromPromise(({ input, signal }: { input: { pictures: boolean }; signal: AbortSignal }) =>
        keeper.saveNext(input, signal),
      ),
      keepPaused: fromPromise(() => keeper.pause()),
      removeVoyage: fromPromise(() => keeper.remove()),
    },
  });
}
