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

/** The refusals in a call's responses in the OpenAPI document. `data`: the schema of the refusal's data. */
function refusalsIn(responses: Record<string, Documented> = {}) {
  return Object.entries(responses).flatMap(([status, { content }]) =>
    (content['application/json']?.schema.allOf?.[1]?.oneOf ?? []).map(({ properties: { code, data } }) => ({
      ...{ status, code: code?.enum[0], data },
    })),
  );
}

/** The endpoints that the server has, each with its refusals in the OpenAPI document. */
async function readDocumented() {
  const { body } = await app.call('GET', '/api/docs/openapi.json');
  const { paths } = body as { paths: Record<string, Record<string, { responses: Record<string, Documented> }>> };
  return app.routes.flatMap(({ endpoint }) => {
    if (!endpoint) return [];
    const path = endpoint.url.replace(/:(\w+)/g, '{$1}');
    return { endpoint, path, refusals: refusalsIn(paths[path]?.[endpoint.method.toLowerCase()]?.responses) };
  });
}

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
    for (const { endpoint, refusals } of await readDocumented()) {
      const documented = refusals.map(({ status, code, data }) => [`${status} ${code}`, data !== undefined]);
      const declared = Object.entries(refusalsOf(endpoint)).flatMap(([code, rule]) =>
        statusesOf(rule).map((status) => [`${status} ${code}`, typeof rule === 'object' && 'data' in rule]),
      );
      expect(Object.fromEntries(documented), endpoint.name).toEqual(Object.fromEntries(declared));
    }
  });

  it('the API documentation page shows the error codes of each call and the data fields of each error code', async () => {
    const { body } = await app.server.inject('/api/docs');
    const sections = body.split('<details>');
    const row = /<td>(\d+)<\/td><td><code>(\w+)<\/code><\/td><td>(?:<pre tabindex="0">([^<]*)<\/pre>)?<\/td>/g;
    const toText = (html: string) => html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    const calls = await readDocumented();
    expect(calls.length).toBeGreaterThan(100);
    for (const { endpoint, path, refusals } of calls) {
      const heading = `${endpoint.method}</span> <code>${path}</code>`;
      const section = sections.find((one) => one.includes(heading)) ?? '';
      const shown = [...section.matchAll(row)].map(([, status, code, data]) => ({
        ...{ status, code, data: data ? JSON.parse(toText(data)) : undefined },
      }));
      expect(shown, endpoint.name).toEqual(refusals);
    }
    const ofCreateOrder = calls.find(({ endpoint }) => endpoint.name === 'createOrder')?.refusals;
    const pending = ofCreateOrder?.find(({ code }) => code === 'PAYMENT_PENDING');
    expect(pending).toMatchObject({ status: '409', data: { properties: { attempt_id: { type: 'string' } } } });
  });

  it('the API documentation page contains no scripts', async () => {
    const response = await app.server.inject('/api/docs');
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(response.body).toContain('/api/cart/add');
    expect(response.body).not.toContain('<script');
  });
});
