import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, type Heard } from '../../../src/offline/connection.ts';

function fakePage() {
  const page = new EventTarget();
  return Object.assign(page, { document: new EventTarget() }) as unknown as Window;
}

function connectionThatHears(...answers: Heard[]) {
  const asked = vi.fn(async (): Promise<Heard> => answers.shift() ?? 'nothing');
  const connection = new Connection({ ask: asked, isVisible: () => true, random: () => 1 });
  return { connection, asked };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the connection state', () => {
  it('is unknown until something was heard', () => {
    expect(connectionThatHears().connection.state).toBe('unknown');
  });

  it('is online only after a marked answer', async () => {
    const { connection } = connectionThatHears('ours');
    await connection.probe();
    expect(connection.state).toBe('online');
  });

  it('calls a captive portal a portal', async () => {
    const { connection } = connectionThatHears();
    connection.hear('ours');
    connection.hear('foreign');
    expect(connection.state).toBe('portal');
    expect(connection.isCut).toBe(true);
  });

  it('asks the server before it believes one lost call', async () => {
    const { connection, asked } = connectionThatHears('ours', 'nothing');
    connection.hear('ours');
    connection.hear('nothing');
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.state).toBe('online');
    connection.hear('nothing');
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.state).toBe('offline');
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('finds out by itself that the server has stopped, and that it is back', async () => {
    const { connection } = connectionThatHears('ours', 'nothing', 'nothing', 'ours');
    const stop = connection.start(fakePage());
    await vi.advanceTimersByTimeAsync(1500);
    expect(connection.state).toBe('online');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(connection.state).toBe('offline');
    await vi.advanceTimersByTimeAsync(2000 + 4000);
    expect(connection.state).toBe('online');
    stop();
  });

  it('takes the browser’s own word as a reason to ask, never as an answer', async () => {
    const { connection, asked } = connectionThatHears('nothing', 'ours');
    const page = fakePage();
    const stop = connection.start(page);
    page.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.state).toBe('offline');
    page.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.state).toBe('online');
    expect(asked).toHaveBeenCalledTimes(2);
    stop();
  });

  it('asks ever more rarely while nothing answers, at most every 30 seconds', async () => {
    const { connection, asked } = connectionThatHears();
    const stop = connection.start(fakePage());
    await vi.advanceTimersByTimeAsync(120_000);
    const first = asked.mock.calls.length;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked.mock.calls.length - first).toBe(4);
    expect(first).toBeLessThan(9);
    stop();
  });

  it('asks nothing while nobody looks', async () => {
    const ask = vi.fn(async (): Promise<Heard> => 'ours');
    const connection = new Connection({ ask, isVisible: () => false, random: () => 1 });
    const stop = connection.start(fakePage());
    await vi.advanceTimersByTimeAsync(300_000);
    expect(ask).not.toHaveBeenCalled();
    stop();
  });

  it('shares one question between calls at the same time', async () => {
    const { connection, asked } = connectionThatHears('ours', 'ours');
    await Promise.all([connection.probe(), connection.probe()]);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('tells listeners only of changes', async () => {
    const { connection } = connectionThatHears();
    const listener = vi.fn();
    connection.subscribe(listener);
    connection.hear('ours');
    connection.hear('ours');
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
