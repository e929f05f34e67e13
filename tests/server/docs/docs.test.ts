import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/server.ts';

const app = await startTestApp();

describe('the API page', () => {
  it('the OpenAPI document lists every mounted endpoint', async () => {
    const { body } = await app.call('GET', '/api/docs/openapi.json');
    const document = body as { openapi: string; paths: Record<string, Record<string, { operationId: string }>> };
    expect(document.openapi).toMatch(/^3\./);
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const names = operations.map(({ operationId }) => operationId);
    const mounted = app.routes.flatMap(({ endpoint }) => endpoint?.name ?? []);
    expect(names.toSorted()).toEqual(mounted.toSorted());
    expect(names).toEqual(expect.arrayContaining(['addToCart', 'createOrder', 'signInByCode', 'listCourses']));
    expect(document.paths['/api/users/student/{userId}']?.put).toBeDefined();
  });

  it('the API page is served without scripts', async () => {
    const response = await app.server.inject('/api/docs');
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(response.body).toContain('/api/cart/add');
    expect(response.body).not.toContain('<script');
  });
});
