import { describe, expect, it, vi } from 'vitest';
import { Listeners } from '../../../src/lib/listeners.ts';

describe('the listeners of a store', () => {
  it('the notify function of a Listeners object passes its arguments to every listener', () => {
    const listeners = new Listeners<[name: string, count: number]>();
    const [first, second] = [vi.fn(), vi.fn()];
    listeners.subscribe(first);
    listeners.subscribe(second);
    listeners.notify('seats', 3);
    expect(first.mock.calls).toEqual([['seats', 3]]);
    expect(second.mock.calls).toEqual([['seats', 3]]);
  });

  it('a listener is no longer called once it has unsubscribed, but the other listeners are', () => {
    const listeners = new Listeners();
    const [leaving, staying] = [vi.fn(), vi.fn()];
    const unsubscribe = listeners.subscribe(leaving);
    listeners.subscribe(staying);
    unsubscribe();
    unsubscribe();
    listeners.notify();
    expect(leaving).not.toHaveBeenCalled();
    expect(staying).toHaveBeenCalledTimes(1);
  });

  it('a listener can unsubscribe while it is being called', () => {
    const listeners = new Listeners();
    const last = vi.fn();
    const once = vi.fn(() => unsubscribe());
    const unsubscribe = listeners.subscribe(once);
    listeners.subscribe(last);
    listeners.notify();
    listeners.notify();
    expect(once).toHaveBeenCalledTimes(1);
    expect(last).toHaveBeenCalledTimes(2);
  });

  it('the subscribe function of a Listeners object can be called without the object, for example as a callback', () => {
    const listeners = new Listeners();
    const { subscribe } = listeners;
    const listener = vi.fn();
    subscribe(listener);
    listeners.notify();
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
