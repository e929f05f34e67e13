import { describe, expect, it, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { criticalWork, holdUpdates, waitForCriticalWork, watchCritical } from '../../../src/offline/critical-work.ts';
import { settled } from '../../machines/settled.ts';

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
  it('critical work, such as placing an order, is under way while a state machine is in a state tagged as critical', () => {
    const actor = createActor(payment).start();
    watchCritical(actor);
    expect(criticalWork.isUnderWay()).toBe(false);
    actor.send({ type: 'order.place' });
    expect(criticalWork.isUnderWay()).toBe(true);
    actor.send({ type: 'order.done' });
    expect(criticalWork.isUnderWay()).toBe(false);
  });

  it('critical work, such as placing an order, counts as ended when its screen is closed', () => {
    const actor = createActor(payment).start();
    actor.send({ type: 'order.place' });
    const stop = watchCritical(actor);
    expect(criticalWork.isUnderWay()).toBe(true);
    stop();
    expect(criticalWork.isUnderWay()).toBe(false);
  });

  it('critical work that begins after the screen of its state machine was closed does not delay an update of the app', () => {
    const actor = createActor(payment).start();
    watchCritical(actor)();
    actor.send({ type: 'order.place' });
    expect(criticalWork.isUnderWay()).toBe(false);
  });

  it('critical work counts as ended when its state machine is stopped', () => {
    const actor = createActor(payment).start();
    watchCritical(actor);
    actor.send({ type: 'order.place' });
    actor.stop();
    expect(criticalWork.isUnderWay()).toBe(false);
  });

  it('an update of the app waits until all critical work has ended', async () => {
    const [one, two] = [holdUpdates(), holdUpdates()];
    let isCalm = false;
    const calm = waitForCriticalWork().then(() => {
      isCalm = true;
    });
    one();
    one();
    await settled();
    expect(isCalm).toBe(false);
    two();
    await calm;
    expect(isCalm).toBe(true);
  });

  it('in a browser without Web Locks, an update of the app still waits for the critical work of the page itself', async () => {
    vi.stubGlobal('navigator', {});
    await waitForCriticalWork();
    const [one, two] = [holdUpdates(), holdUpdates()];
    const calm = vi.fn();
    const waiting = waitForCriticalWork().then(calm);
    one();
    await settled();
    expect(calm).not.toHaveBeenCalled();
    two();
    await waiting;
    expect(criticalWork.isUnderWay()).toBe(false);
    vi.unstubAllGlobals();
  });

  it('listeners are notified when critical work begins and ends, but not when its end is reported a second time', () => {
    const heard: boolean[] = [];
    const stop = criticalWork.subscribe(() => heard.push(criticalWork.isUnderWay()));
    const end = holdUpdates();
    end();
    end();
    expect(heard).toEqual([true, false]);
    stop();
  });

  it('critical work lasts through two consecutive states tagged as critical, until the state machine leaves the second', () => {
    const placing = createMachine({
      id: 'placing',
      initial: 'creatingOrder',
      states: {
        creatingOrder: { tags: 'critical', on: { next: 'redirecting' } },
        redirecting: { tags: 'critical', on: { next: 'reviewing' } },
        reviewing: {},
      },
    });
    const actor = createActor(placing).start();
    watchCritical(actor);
    actor.send({ type: 'next' });
    expect(criticalWork.isUnderWay()).toBe(true);
    actor.send({ type: 'next' });
    expect(criticalWork.isUnderWay()).toBe(false);
  });
});
