import { describe, expect, it } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { criticalWork, holdUpdates, watchCritical, whenCalm } from '../../../src/offline/critical.ts';

const payment = createMachine({
  id: 'payment',
  initial: 'reviewing',
  states: {
    reviewing: { on: { 'order.place': 'creatingOrder' } },
    creatingOrder: { tags: 'critical', on: { 'order.done': 'confirmed' } },
    confirmed: { type: 'final' },
  },
});

describe('critical work', () => {
  it('is under way while a machine is in a critical state', () => {
    const actor = createActor(payment).start();
    watchCritical(actor);
    expect(criticalWork.isUnderWay()).toBe(false);
    actor.send({ type: 'order.place' });
    expect(criticalWork.isUnderWay()).toBe(true);
    actor.send({ type: 'order.done' });
    expect(criticalWork.isUnderWay()).toBe(false);
  });

  it('ends when its screen goes away', () => {
    const actor = createActor(payment).start();
    actor.send({ type: 'order.place' });
    const stop = watchCritical(actor);
    expect(criticalWork.isUnderWay()).toBe(true);
    stop();
    expect(criticalWork.isUnderWay()).toBe(false);
  });

  it('makes an update wait until all of it has ended', async () => {
    const [one, two] = [holdUpdates(), holdUpdates()];
    let isCalm = false;
    const calm = whenCalm().then(() => {
      isCalm = true;
    });
    one();
    one();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(isCalm).toBe(false);
    two();
    await calm;
    expect(isCalm).toBe(true);
  });
});
