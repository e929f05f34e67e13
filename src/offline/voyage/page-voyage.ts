import { type ActorRefFrom, createActor } from 'xstate';
import type { voyageMachine } from '../../../machines/voyage.machine.ts';
import { watched } from '../../lib/live-machines.ts';
import { exclusively } from '../exclusively.ts';
import { pageApi } from '../page-api.ts';
import { connection } from '../page-connection.ts';
import { createVoyageFlow } from './voyage-flow.ts';
import { VoyageKeeper } from './voyage-keeper.ts';
import { noteUnderWay } from './voyage-mark.ts';
import { pictureKeeper } from './voyage-pictures.ts';
import { voyageStore } from './voyage-store.ts';

export type VoyageActor = ActorRefFrom<typeof voyageMachine>;

let running: VoyageActor | null = null;

/** The page's saving for a voyage; it goes on while the student reads elsewhere. */
export function pageVoyage(): VoyageActor {
  if (running) return running;
  const keeper = new VoyageKeeper({
    api: pageApi,
    store: voyageStore,
    pictures: pictureKeeper((...request) => fetch(...request), caches),
    exclusively: (work) => exclusively('landfall-voyage', work),
    now: Date.now,
  });
  const actor = createActor(createVoyageFlow(keeper), watched);
  actor.subscribe(({ context }) => noteUnderWay(context.isUnderWay));
  connection.subscribe(() => actor.send({ type: 'connection.change', isOnline: connection.state === 'online' }));
  actor.start();
  running = actor;
  return actor;
}
