import { Listeners } from '../lib/listeners.ts';

const lockName = 'landfall-critical';
const listeners = new Listeners();
let holds = 0;

function changeHolds(change: 1 | -1): void {
  holds += change;
  listeners.notify();
}

/** Whether this page is doing something that must not be interrupted, such as a payment. */
export const criticalWork = {
  isUnderWay: () => holds > 0,
  subscribe: listeners.subscribe,
};

/**
 * Marks the start of critical work; call the returned function at its end. A shared Web Lock shows the other tabs that
 * critical work is running.
 */
export function holdUpdates(): () => void {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  changeHolds(1);
  void globalThis.navigator?.locks?.request(lockName, { mode: 'shared' }, () => released);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    release();
    changeHolds(-1);
  };
}

type CriticalActor = {
  getSnapshot: () => { hasTag: (tag: 'critical') => boolean };
  subscribe: (observer: { next: () => void; complete: () => void }) => { unsubscribe: () => void };
};

/**
 * Delays updates of the site while a state machine is in a state with the tag `critical`. Returns a function that stops
 * watching.
 */
export function watchCritical(actor: CriticalActor): () => void {
  let release: (() => void) | null = null;
  const end = () => {
    release?.();
    release = null;
  };
  const update = () => {
    if (!actor.getSnapshot().hasTag('critical')) return end();
    release ??= holdUpdates();
  };
  const subscription = actor.subscribe({ next: update, complete: end });
  update();
  return () => {
    subscription.unsubscribe();
    end();
  };
}

/** Resolves once no tab does critical work. Without Web Locks, only the work of this page counts. */
export async function waitForCriticalWork(): Promise<void> {
  if (globalThis.navigator?.locks) return navigator.locks.request(lockName, async () => {});
  if (holds === 0) return;
  await new Promise<void>((resolve) => {
    const unsubscribe = criticalWork.subscribe(() => {
      if (holds > 0) return;
      unsubscribe();
      resolve();
    });
  });
}
