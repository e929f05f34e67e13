const lockName = 'landfall-critical';
const listeners = new Set<() => void>();
let held = 0;

function count(change: 1 | -1): void {
  held += change;
  for (const tell of listeners) tell();
}

/** Whether something in this page must not be interrupted. */
export const criticalWork = {
  isUnderWay: () => held > 0,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Marks work that must not be interrupted, such as a payment; the answer ends it. Other tabs see it as a shared lock. */
export function holdUpdates(): () => void {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  count(1);
  void globalThis.navigator?.locks?.request(lockName, { mode: 'shared' }, () => released);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    release();
    count(-1);
  };
}

type CriticalActor = {
  getSnapshot: () => { hasTag: (tag: 'critical') => boolean };
  subscribe: (observer: { next: () => void; complete: () => void }) => { unsubscribe: () => void };
};

/** Holds updates while a machine is in a state tagged `critical`; the answer stops watching. */
export function watchCritical(actor: CriticalActor): () => void {
  let release: (() => void) | null = null;
  const end = () => {
    release?.();
    release = null;
  };
  const look = () => {
    if (!actor.getSnapshot().hasTag('critical')) return end();
    release ??= holdUpdates();
  };
  const watching = actor.subscribe({ next: look, complete: end });
  look();
  return () => {
    watching.unsubscribe();
    end();
  };
}

/** Ends once no tab is in the middle of critical work; without Web Locks only this page is asked. */
export async function whenCalm(): Promise<void> {
  if (globalThis.navigator?.locks) return navigator.locks.request(lockName, async () => {});
  if (held === 0) return;
  await new Promise<void>((resolve) => {
    const leave = criticalWork.subscribe(() => {
      if (held > 0) return;
      leave();
      resolve();
    });
  });
}
