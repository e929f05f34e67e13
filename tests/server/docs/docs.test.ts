import { describe, expect, it } from 'vitest';
import { refusalsOf, statusesOf } from '../../../contract/refusals.ts';
import { startTestApp } from '../../support/server.ts';

/** A response in the OpenAPI document. The second `allOf` schema of a refusal has one variant for each error code. */
type Documented = {
  content: Record<
    string,
    { schema: { allOf?: Array<{ oneOf?: Array<{ properties: { code?: { enum: string[] }; data?: object } }> }> } }
  >;
};

const app = await startTestApp();

describe('the API page', () => {
  it('the OpenAPI document lists every endpoint that the server has', async () => {
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

  it('the OpenAPI document lists the error codes of every endpoint by status, and which error codes come with data', async () => {
    const { body } = await app.call('GET', '/api/docs/openapi.json');
    const { paths } = body as { paths: Record<string, Record<string, { responses: Record<string, Documented> }>> };
    for (const { endpoint } of app.routes) {
      if (!endpoint) continue;
      const path = endpoint.url.replace(/:(\w+)/g, '{$1}');
      const responses = Object.entries(paths[path]?.[endpoint.method.toLowerCase()]?.responses ?? {});
      const documented = responses.flatMap(([status, { content }]) =>
        (content['application/json']?.schema.allOf?.[1]?.oneOf ?? []).map(({ properties: { code, data } }) => [
          `${status} ${code?.enum[0]}`,
          data !== undefined,
        ]),
      );
      const declared = Object.entries(refusalsOf(endpoint)).flatMap(([code, rule]) =>
        statusesOf(rule).map((status) => [`${status} ${code}`, typeof rule === 'object' && 'data' in rule]),
      );
      expect(Object.fromEntries(documented), endpoint.name).toEqual(Object.fromEntries(declared));
    }
  });

  it('the API documentation page shows the error codes of each call and the data fields of each error code', async () => {
    const { body } = await app.server.inject('/api/docs');
    const [, section = ''] = body.split('/api/orders/create</code>');
    const [shown = ''] = section.split('</details>');
    expect(shown).toContain('<td>409</td><td><code>CART_CHANGED</code></td>');
    expect(shown).toContain('<td>422</td><td><code>IDEMPOTENCY_KEY_REUSED</code></td>');
    expect(shown).toContain('attempt_id');
  });

  it('the API documentation page contains no scripts', async () => {
    const response = await app.server.inject('/api/docs');
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(response.body).toContain('/api/cart/add');
    expect(response.body).not.toContain('<script');
  });
});
