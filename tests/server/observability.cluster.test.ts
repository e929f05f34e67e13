import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../server/db/embedded/port.ts';
import { ServerProcess } from '../faults/kills/server-process.ts';
import { createDataFolder } from '../support/data-folder.ts';

/** The lines of the access log that a server has printed. */
function accessLines(server: ServerProcess): Array<Record<string, unknown>> {
  const lines = server.printed.split('\n').filter((line) => line.includes('"name":"access"'));
  return lines.map((line) => JSON.parse(line));
}

test('the access log and the metrics of a server contain requests, but no personal data from them', async () => {
  const metricsPort = await freePort();
  const server = await ServerProcess.create({
    DATA_DIR: join(await createDataFolder(), 'data'),
    ACCESS_LOG: 'true',
    METRICS_PORT: String(metricsPort),
  });
  await server.start();
  expect(server.printed).toContain(`http://127.0.0.1:${metricsPort}/metrics`);
  const page = await fetch(`${server.address}/reset-password?token=secret-token`);
  await page.text();
  const search = await fetch(`${server.address}/api/course?search=asha.nair@example.com`);
  await search.text();
  const requestId = search.headers.get('x-request-id');
  await expect.poll(() => accessLines(server).map(({ reqId }) => reqId)).toContain(requestId);
  expect(accessLines(server).find(({ reqId }) => reqId === requestId)).toMatchObject({
    method: 'GET',
    route: '/api/course',
    status: 200,
    ms: expect.any(Number),
  });
  expect(server.printed).not.toMatch(/secret-token|asha\.nair@|127\.0\.0\.1","/);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toContain('landfall_http_requests_total{method="GET",route="/api/course",status="200"} 1');
  expect(metrics).toContain('landfall_queue_length{queue="pages"} 0');
  expect(metrics).toMatch(/landfall_database_pool\{state="open"\} [1-9]/);
  expect(metrics).not.toMatch(/secret-token|asha\.nair@/);
  server.signal('SIGTERM');
  expect(await server.ended()).toBe(0);
});
