import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { idempotencyClasses, policies, rateClasses } from '../../contract/endpoint.ts';
import { receivePaymentUpdate } from '../../contract/payments.ts';
import { refusalsOf, statusesOf } from '../../contract/refusals.ts';
import { mayDo } from '../../contract/staff/permissions.ts';
import { readSource, sourceFiles } from '../repository/source-files.ts';
import { declaredEndpoints as endpoints, contractFiles as files } from './declared-endpoints.ts';

describe('the contract', () => {
  it('the API contract declares the specified calls for sign-in, the catalogue, the cart and orders', () => {
    const calls = endpoints.map(([, { method, url }]) => `${method} ${url}`).toSorted();
    expect(calls).toEqual(
      expect.arrayContaining([
        'POST /api/auth/verify/login/status',
        'POST /api/auth/search/user',
        'GET /api/auth/search/user/contact',
        'POST /api/auth/login',
        'POST /api/auth/login/otp',
        'POST /api/auth/logout',
        'GET /api/cart',
        'POST /api/cart/add',
        'DELETE /api/cart',
        'GET /api/course',
        'GET /api/course/byCategory',
        'GET /api/booking-groups/booking-page',
        'GET /api/booking-groups/settings',
        'GET /api/cms/header',
        'GET /api/cms/footer',
        'GET /api/users/student',
        'PUT /api/users/student/:userId',
        'POST /api/orders/create',
        'GET /api/orders/update',
        'GET /api/users/student/orders',
      ]),
    );
  });

  it.each(endpoints)(
    'the endpoint %s declares its access policy, rate-limit class, idempotency class and responses',
    (name, endpoint) => {
      expect(endpoint.name).toBe(name);
      expect(policies).toContain(endpoint.policy);
      expect(rateClasses).toContain(endpoint.rate);
      expect(idempotencyClasses).toContain(endpoint.idempotency);
      expect(endpoint.answers[200]).toBeDefined();
      if (endpoint.method !== 'GET') expect(endpoint.idempotency).not.toBe('safe');
      if (endpoint.isCacheable) expect([endpoint.method, endpoint.policy]).toEqual(['GET', 'public']);
      if (endpoint.url.includes(':')) expect(endpoint.params).toBeDefined();
    },
  );

  it.each(endpoints)(
    'the error responses declared by the endpoint %s have error statuses and do not repeat those that its access policy implies',
    (_, endpoint) => {
      const ofClasses = refusalsOf({ ...endpoint, refusals: {} });
      for (const [code, rule] of Object.entries(endpoint.refusals ?? {})) {
        expect(code).toMatch(/^[A-Z][A-Z_]+$|^rest_[a-z_]+$/);
        expect(rule, code).not.toEqual(ofClasses[code]);
      }
      const statuses = Object.values(refusalsOf(endpoint)).flatMap(statusesOf);
      for (const status of statuses) expect(Object.keys(endpoint.answers)).not.toContain(String(status));
      expect(statuses.every((status) => status >= 400 && status < 600)).toBe(true);
    },
  );

  it('the error catalogue in docs/product.md lists exactly the declared error codes with their statuses', () => {
    const [, catalogue = ''] = /\n## Errors\n([\s\S]*?)\n## /.exec(readSource('docs/product.md')) ?? [];
    const rows = catalogue.split('\n').flatMap((line) => {
      const [, statuses = '', codes = ''] = /^\| ([\d, ]+?) *\| (`[^|]+?`) *\|/.exec(line) ?? [];
      return [...codes.matchAll(/`(\w+)`/g)].flatMap(([, code]) =>
        statuses.split(', ').map((status) => `${status} ${code}`),
      );
    });
    const declared = endpoints.flatMap(([, endpoint]) =>
      Object.entries(refusalsOf(endpoint)).flatMap(([code, rule]) =>
        statusesOf(rule).map((status) => `${status} ${code}`),
      ),
    );
    expect(rows.toSorted()).toEqual([...new Set(declared)].toSorted());
  });

  it('every endpoint that changes data refuses requests from other origins, unless its requests are signed', () => {
    const isRefusing = ([, endpoint]: (typeof endpoints)[number]) => 'FORBIDDEN_ORIGIN' in refusalsOf(endpoint);
    const changing = endpoints.filter(
      ([, { idempotency, policy }]) => idempotency !== 'safe' && policy !== 'signature',
    );
    expect(endpoints.filter(isRefusing)).toEqual(changing);
    expect(refusalsOf(receivePaymentUpdate)).toHaveProperty('FORGED_WEBHOOK');
  });

  it('every endpoint has a unique name, and no two endpoints share a method and URL', () => {
    const names = endpoints.map(([name]) => name);
    const addresses = endpoints.map(([, { method, url }]) => `${method} ${url}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('every endpoint summary is written on one line, so that the build can remove it from the browser bundle', () => {
    for (const file of files.filter((name) => name !== 'endpoint.ts')) {
      const source = readSource(`contract/${file}`);
      expect(source.match(/^ {2}summary: '.*',$/gm)?.length ?? 0, file).toBe(
        source.split(/define(?:Staff)?Endpoint\(\{/).length - 1,
      );
    }
  });

  it('no browser code reads the summary, rate-limit class or caching flag of an endpoint, because the build removes them', () => {
    const removed = /endpoint\w*\.(summary|rate|isCacheable)\b|\{[^}]*\b(summary|isCacheable)\b[^}]*\}: Endpoint/i;
    const readers = sourceFiles().filter((file) => /^(src|sw)\//.test(file) && removed.test(readSource(file)));
    expect(readers).toEqual([]);
  });

  it('the contract files that the service worker and the state machines import do not import the library zod', () => {
    for (const file of ['headers', 'limits', 'categories', 'pages', 'password-rules', 'news-categories'])
      expect(readSource(`contract/${file}.ts`)).not.toMatch(/from 'zod'/);
  });
});

describe('the calls of the staff console', () => {
  const forStaff = endpoints.map(([, endpoint]) => endpoint).filter(({ policy }) => policy === 'staff');
  const changes = ({ method }: Endpoint) => method !== 'GET';

  it('an auditor may make every staff API call that only reads, and no call that changes anything but the auditor’s own account', () => {
    const isOpen = ({ permission }: Endpoint) => !permission || mayDo('auditor', permission);
    expect(forStaff.filter((one) => !changes(one) && !isOpen(one)).map(({ name }) => name)).toEqual([]);
    const changing = forStaff.filter((one) => changes(one) && isOpen(one));
    expect(changing.filter(({ url }) => !/^\/api\/staff\/(account\/|sign-out$)/.test(url))).toEqual([]);
  });

  /** Calls that return one file of a single student, such as a photo or a receipt. Such files are not exports. */
  const singleFiles = ['getDocumentFile', 'getRosterPhoto', 'getStaffCertificateFile', 'getStaffReceiptFile'];

  it('every staff API call that exports data, pays money back or changes a staff account requires step-up authentication', () => {
    const isExport = ({ name, answers }: Endpoint) => answers[200] instanceof z.ZodFile && !singleFiles.includes(name);
    const isRefund = (one: Endpoint) =>
      changes(one) && (/^(refunds|wallet)\./.test(one.permission ?? '') || /\/(cancel|refund|transfer)/.test(one.url));
    const isAboutStaff = (one: Endpoint) => changes(one) && one.permission === 'staff.manage';
    const needing = forStaff.filter((one) => isExport(one) || isRefund(one) || isAboutStaff(one));
    expect(needing.filter(({ stepUp }) => !stepUp).map(({ name }) => name)).toEqual([]);
    expect(needing.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'exportStaffFile',
        'exportReport',
        'exportRoster',
        'cancelStaffBatch',
        'cancelStaffOrder',
      ]),
    );
    const isFile = ({ answers }: Endpoint) => answers[200] instanceof z.ZodFile;
    expect(forStaff.filter(isFile).map(({ name }) => name)).toEqual(expect.arrayContaining(singleFiles));
  });
});
