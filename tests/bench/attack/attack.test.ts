import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type Attack,
  Campaign,
  isSafe,
  type Row,
  repeat,
  runAttack,
  type Target,
  toTable,
} from '../../../bench/attack/attack.ts';
import { Attacker, fieldOf } from '../../../bench/attack/attacker.ts';
import { smuggling } from '../../../bench/attack/smuggling.ts';
import { listenLocally } from '../../support/local-http.ts';

const target = { port: 0 } as Target;
const never = new AbortController().signal;
const row = (result: Row['result']): Row => ({ name: 'An attack', requests: 1, gained: 'nothing', result });

describe('the table of attacks', () => {
  it('a run of the simulated attacks counts as safe only if every attack ran and none succeeded', () => {
    expect(isSafe([row('HELD'), row('HELD')])).toBe(true);
    expect(isSafe([row('HELD'), row('SUCCEEDED')])).toBe(false);
    expect(isSafe([row('HELD'), row('NOT RUN')])).toBe(false);
    expect(isSafe([])).toBe(false);
  });

  it('the results of the simulated attacks are printed as a table with aligned columns and one line for each attack', () => {
    expect(toTable([row('HELD'), { ...row('SUCCEEDED'), requests: 1200 }]).split('\n')).toEqual([
      '| Attack    | Requests | Gained  | Result    |',
      '| --------- | -------- | ------- | --------- |',
      '| An attack | 1        | nothing | HELD      |',
      '| An attack | 1200     | nothing | SUCCEEDED |',
    ]);
  });
});

describe('running an attack', () => {
  const attackWith = (run: Attack['run']): Attack => ({ name: 'An attack', run });

  it('a simulated attack that gains something is reported as SUCCEEDED, with the number of its requests', async () => {
    const attack = attackWith(async (_, campaign) => {
      campaign.count(3);
      return { gained: 'a seat', isHeld: false };
    });
    expect(await runAttack(attack, target, never)).toEqual({
      name: 'An attack',
      requests: 3,
      gained: 'a seat',
      result: 'SUCCEEDED',
    });
  });

  it('a simulated attack that throws an error, or starts after the time limit, is reported as NOT RUN', async () => {
    const failing = attackWith(async () => {
      throw new Error('no seat to take');
    });
    expect(await runAttack(failing, target, never)).toMatchObject({
      gained: 'Error: no seat to take',
      result: 'NOT RUN',
    });
    const late = await runAttack(
      attackWith(async () => ({ gained: '', isHeld: true })),
      target,
      AbortSignal.abort(),
    );
    expect(late).toMatchObject({ gained: 'out of time', result: 'NOT RUN' });
  });

  it('repeat(7, 3, run) runs seven steps of a simulated attack, at most three at once, and returns the results in order', async () => {
    let running = 0;
    let most = 0;
    const results = await repeat(7, 3, async (turn) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return turn;
    });
    expect(results).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(most).toBe(3);
  });
});

describe('an attacker', () => {
  it('in npm run attack, each simulated attacker keeps cookies, has an IP address of its own and sends no empty headers', async () => {
    const seen: Array<Record<string, unknown>> = [];
    const server = createHttpServer((request, response) => {
      seen.push(request.headers);
      const cookie = request.url === '/out' ? 'session=; Max-Age=0' : 'session=abc; HttpOnly';
      response.setHeader('set-cookie', cookie).setHeader('content-type', 'application/json');
      response.end('{"user":{"id":"7"}}');
    });
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const port = Number(new URL(await listenLocally(server)).port);
    const campaign = new Campaign(never);
    const [one, other] = [campaign.attacker(port), campaign.attacker(port)];
    expect(fieldOf(await one.get('/in'), 'user.id')).toBe('7');
    await one.post('/out', {}, { 'x-client': '' });
    await one.get('/');
    await other.get('/');
    expect(seen.map(({ cookie }) => cookie)).toEqual([undefined, 'session=abc', undefined, undefined]);
    expect(seen[1]).not.toHaveProperty('x-client');
    expect(seen[0]).toMatchObject({ 'x-client': 'web', 'x-forwarded-for': one.address });
    expect(other.address).not.toBe(one.address);
    expect(campaign.requests).toBe(4);
    expect(one).toBeInstanceOf(Attacker);
  });
});

describe('the smuggling attack', () => {
  it('the request smuggling attack is reported as SUCCEEDED against a server that answers a request hidden in another request', async () => {
    const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';
    const naive = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (text) => {
        const requests = text.toString('latin1').match(/(GET|POST) \S+ HTTP/g) ?? [];
        socket.end(answer.repeat(requests.length));
      });
    });
    onTestFinished(() => void naive.close());
    await new Promise<void>((resolve) => naive.listen(0, '127.0.0.1', resolve));
    const { port } = naive.address() as { port: number };
    const { result, gained } = await runAttack(smuggling, { ...target, port }, never);
    expect(result).toBe('SUCCEEDED');
    expect(gained).toContain('CL.TE: 200 200');
    expect(gained).toContain('header of 20 KB: 200');
  });
});
