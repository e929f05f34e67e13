import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { installAccessLog } from '../../../server/http/access-log.ts';
import { asInProcessCall } from '../../../server/http/in-process-calls.ts';

const lines: Record<string, unknown>[] = [];
const write = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>);
const server = fastify({ logger: { level: 'warn', stream: { write } } });
installAccessLog(server);
server.get('/files/:id', async () => 'a file');
afterAll(() => server.close());

it('the access log has a line without personal data for each request, even if the server logs only warnings', async () => {
  await server.inject({ url: '/files/asha-7?token=secret' });
  await server.inject({ method: 'POST', url: '/nowhere' });
  const shared = { level: 30, name: 'access', reqId: expect.any(String), ms: expect.any(Number) };
  expect(lines).toMatchObject([
    { ...shared, method: 'GET', route: '/files/:id', status: 200 },
    { ...shared, method: 'POST', route: 'unmatched', status: 404 },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/asha|secret|127\.0\.0\.1/);
});

it('the access log leaves out calls that the server makes to itself', async () => {
  lines.length = 0;
  await asInProcessCall(async () => await server.inject({ url: '/files/1' }));
  expect(lines).toEqual([]);
});
