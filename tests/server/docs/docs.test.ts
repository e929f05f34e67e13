import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/server.ts';

const app = await startTestApp();

describe('the API page', () => {
  it('lists every mounted call of the contract', async () => {
    const { body } = await app.call('GET', '/api/docs/openapi.json');
    const document = body as { openapi: string; paths: Record<string, Record<string, { operationId: string }>> };
    expect(document.openapi).toMatch(/^3\./);
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const names = operations.map(({ operationId }) => operationId);
    expect(names).toEqual(expect.arrayContaining(['addToCart', 'createOrder', 'signInByCode', 'listCourses']));
    expect(document.paths['/api/users/student/{userId}']?.put).toBeDefined();
  });

  it('is a page that needs no script', async () => {
    const answer = await app.server.inject('/api/docs');
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.body).toContain('/api/cart/add');
    expect(answer.body).not.toContain('<script');
  });
});
