import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { notPages } from '../../../contract/saved-calls.ts';
import { staffPageRoutes } from '../../../server/html/staff-page.routes.ts';
import { installErrorHandler } from '../../../server/http/error-handler.ts';
import { makeScratchFolder } from '../../support/scratch-folder.ts';

const clientDir = await makeScratchFolder('staff-page');
await writeFile(join(clientDir, 'staff.html'), '<!doctype html><title>Staff console</title>');
const server = fastify();
installErrorHandler(server);
await staffPageRoutes(server, { clientDir, rates: { count: async () => {}, giveBack: async () => {} } });
afterAll(() => server.close());

it.each(['/staff', '/staff/orders/12', '/staff/sign-in?next=%2Fstaff'])(
  'the page of the staff console at %s is not cached or indexed, cannot be framed and loads scripts only from this site',
  async (path) => {
    const { statusCode, body, headers } = await server.inject(path);
    expect(statusCode).toBe(200);
    expect(body).toContain('Staff console');
    expect(headers['x-robots-tag']).toContain('noindex');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
  },
);

it('a missing file below /staff returns 404 instead of the page of the staff console', async () => {
  expect((await server.inject('/staff/old-chunk.js')).statusCode).toBe(404);
});

it.each(['/staff', '/staff/', '/staff/orders/12', '/staff?next=1'])(
  'the service worker of the student site does not handle the staff page %s',
  (path) => expect(notPages.some((pattern) => pattern.test(path))).toBe(true),
);

it('the service worker of the student site handles /staff-and-faculty, which is not a page of the staff console', () => {
  expect(notPages.some((pattern) => '/staff-and-faculty'.match(pattern))).toBe(false);
});
