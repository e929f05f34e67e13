import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, type Probe, type ProbeResult, probeOf } from '../../../../src/offline/connection/connection.ts';

function fakePage() {
  const page = new EventTarget();
  return Object.assign(page, { document: new EventTarget() }) as unknown as Window;
}

function connectionThatReceives(...answers: Array<ProbeResult | Probe>) {
  const pinged = vi.fn(async (): Promise<Probe> => {
    const answer = answers.shift() ?? 'noResponse';
    return typeof answer === 'string' ? { result: answer, retryAfterMs: 0 } : answer;
  });
  const connection = new Connection({ ping: pinged, isVisible: () => true, random: () => 1 });
  return { connection, pinged };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the connection state', () => {
  it('the connection state is unknown before the first response', () => {
    expect(connectionThatReceives().connection.state).toBe('unknown');
  });

  it('the connection state is online after a response with our marker header', async () => {
    const { connection } = connectionThatReceives('ours');
    await connection.probe();
    expect(connection.state).toBe('online');
  });

  it('the connection state becomes captive portal only if a response and then a health request lack our server’s marker header', async () => {
    const { connection } = connectionThatReceives('ours', 'foreign');
    connection.report('ours');
    connection.report('foreign');
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.state).toBe('online');
    connection.report('foreign');
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.state).toBe('portal');
    expect(connection.isOffline).toBe(true);
  });

  it('while offline, a response without our marker header causes one health request, which finds the captive portal', async () => {
    const { connection, pinged } = connectionThatReceives('noResponse', 'foreign');
    await connection.probe();
    connection.report('foreign');
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.state).toBe('portal');
    connection.report('foreign');
    expect(pinged).toHaveBeenCalledTimes(2);
  });

  it('the connection state becomes server down only if a call and then a health request get a gateway error', async () => {
    const { connection } = connectionThatReceives('ours', 'gateway');
    connection.report('ours');
    connection.report('gateway');
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.state).toBe('online');
    connection.report('gateway');
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.state).toBe('serverDown');
    expect(connection.isOffline).toBe(true);
  });

  it('when a proxy sends Retry-After, the next health request is sent only after that time', async () => {
    const { connection, pinged } = connectionThatReceives({ result: 'gateway', retryAfterMs: 120_000 }, 'ours');
    const stop = connection.start(fakePage());
    await vi.advanceTimersByTimeAsync(1500 + 119_000);
    expect(pinged).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(connection.state).toBe('online');
    stop();
  });

  it('the connection state becomes offline only if a call and then a health request get no response', async () => {
    const { connection, pinged } = connectionThatReceives('ours', 'noResponse');
    connection.report('ours');
    connection.report('noResponse');
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.state).toBe('online');
    connection.report('noResponse');
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.state).toBe('offline');
    expect(pinged).toHaveBeenCalledTimes(2);
  });

  it('without any other call, regular health requests detect that the server has stopped and that it is back', async () => {
    const { connection } = connectionThatReceives('ours', 'noResponse', 'noResponse', 'ours');
    const stop = connection.start(fakePage());
    await vi.advanceTimersByTimeAsync(1500);
    expect(connection.state).toBe('online');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(connection.state).toBe('offline');
    await vi.advanceTimersByTimeAsync(2000 + 4000);
    expect(connection.state).toBe('online');
    stop();
  });

  it('the browser’s online and offline events trigger a health request but do not set the connection state themselves', async () => {
    const { connection, pinged } = connectionThatReceives('noResponse', 'ours');
    const page = fakePage();
    const stop = connection.start(page);
    page.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.state).toBe('offline');
    page.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.state).toBe('online');
    expect(pinged).toHaveBeenCalledTimes(2);
    stop();
  });

  it('health requests become less frequent while nothing responds, down to one every 30 seconds', async () => {
    const { connection, pinged } = connectionThatReceives();
    const stop = connection.start(fakePage());
    await vi.advanceTimersByTimeAsync(120_000);
    const first = pinged.mock.calls.length;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(pinged.mock.calls.length - first).toBe(4);
    expect(first).toBeLessThan(9);
    stop();
  });

  it('a hidden page sends no health requests', async () => {
    const ping = vi.fn(async (): Promise<Probe> => ({ result: 'ours', retryAfterMs: 0 }));
    const connection = new Connection({ ping, isVisible: () => false, random: () => 1 });
    const stop = connection.start(fakePage());
    await vi.advanceTimersByTimeAsync(300_000);
    expect(ping).not.toHaveBeenCalled();
    stop();
  });

  it('a page that becomes visible checks the connection at once, and a page that becomes hidden does not', async () => {
    let isVisible = false;
    const ping = vi.fn(async (): Promise<Probe> => ({ result: 'ours', retryAfterMs: 0 }));
    const connection = new Connection({ ping, isVisible: () => isVisible, random: () => 1 });
    const page = fakePage();
    const stop = connection.start(page);
    const change = () => page.document.dispatchEvent(new Event('visibilitychange'));
    change();
    expect(ping).not.toHaveBeenCalled();
    isVisible = true;
    change();
    expect(ping).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(0);
    isVisible = false;
    await vi.advanceTimersByTimeAsync(60_000 - 1);
    isVisible = true;
    await vi.advanceTimersByTimeAsync(1);
    expect(ping).toHaveBeenCalledTimes(2);
    stop();
  });

  it('a page that has stopped checking the connection sends no health requests, whatever happens', async () => {
    const { connection, pinged } = connectionThatReceives();
    const page = fakePage();
    connection.start(page)();
    for (const type of ['online', 'offline']) page.dispatchEvent(new Event(type));
    page.document.dispatchEvent(new Event('visibilitychange'));
    connection.report('ours');
    await vi.advanceTimersByTimeAsync(300_000);
    expect(pinged).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('while our server cannot be reached, a further call without a response causes no further health request', async () => {
    const { connection, pinged } = connectionThatReceives('noResponse');
    await connection.probe();
    connection.report('noResponse');
    connection.report('gateway');
    expect(pinged).toHaveBeenCalledTimes(1);
    connection.report('ours');
    expect(connection.isOffline).toBe(false);
  });

  it('a health request that throws an error counts as a request without a response', async () => {
    const ping = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    const connection = new Connection({ ping, isVisible: () => true, random: () => 1 });
    expect(await connection.probe()).toBe('offline');
    await connection.probe();
    expect(ping).toHaveBeenCalledTimes(2);
  });

  it.each([
    [1, [2000, 4000, 8000, 16_000, 30_000, 30_000]],
    [0, [1000, 2000, 4000, 8000, 15_000, 15_000]],
  ])(
    'health requests without a response are repeated with growing delays: with the random number %f, after %j ms',
    async (random, delays) => {
      const ping = vi.fn(async (): Promise<Probe> => ({ result: 'noResponse', retryAfterMs: 0 }));
      const connection = new Connection({ ping, isVisible: () => true, random: () => random });
      const stop = connection.start(fakePage());
      await vi.advanceTimersByTimeAsync(1499);
      expect(ping).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      for (const [before, delay] of delays.entries()) {
        expect(ping).toHaveBeenCalledTimes(before + 1);
        await vi.advanceTimersByTimeAsync(delay - 1);
        expect(ping).toHaveBeenCalledTimes(before + 1);
        await vi.advanceTimersByTimeAsync(1);
      }
      stop();
    },
  );

  it('simultaneous checks of the connection share one health request', async () => {
    const { connection, pinged } = connectionThatReceives('ours', 'ours');
    await Promise.all([connection.probe(), connection.probe()]);
    expect(pinged).toHaveBeenCalledTimes(1);
  });

  it('listeners of the connection state are called only when the state changes', async () => {
    const { connection } = connectionThatReceives();
    const listener = vi.fn();
    connection.subscribe(listener);
    connection.report('ours');
    connection.report('ours');
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('the response to a request', () => {
  const respond = (status: number, headers: Record<string, string> = {}) => ({ status, headers: new Headers(headers) });

  it.each([
    ['of our server, whatever its status', respond(503, { 'x-landfall': '1' }), 'ours'],
    ['of a proxy that refuses the call', respond(499), 'foreign'],
    ['of a proxy with an error of its own', respond(500), 'gateway'],
    ['of a sign-in page', respond(200), 'foreign'],
    ['that redirects to a sign-in page, as the browser reports it', respond(0), 'foreign'],
    ['that wants the visitor to sign in to the network', respond(511), 'foreign'],
    ['of a load balancer without a server', respond(502), 'gateway'],
    ['of a load balancer whose servers are all out of service', respond(503), 'gateway'],
    ['of a load balancer whose server is too slow', respond(504), 'gateway'],
  ] as const)('the connection check recognises where a response comes from: a response %s', (_, response, result) => {
    expect(probeOf(response)).toEqual({ result, retryAfterMs: 0 });
  });

  it('the connection check reads the waiting time from the Retry-After header of a proxy’s response', () => {
    expect(probeOf(respond(503, { 'retry-after': '120' }))).toEqual({ result: 'gateway', retryAfterMs: 120_000 });
  });
});
