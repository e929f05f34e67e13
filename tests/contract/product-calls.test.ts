import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { readSource } from '../repository/source-files.ts';
import { declaredEndpoints } from './declared-endpoints.ts';

type StaffEndpoint = Endpoint & { permission: string | null; stepUp?: unknown };

const endpoints = declaredEndpoints.map(([, endpoint]) => endpoint);
const isStaffCall = ({ url }: Endpoint) => url.startsWith('/api/staff');

/** The rows of the first table under a heading of docs/product.md, without the table's own heading. */
function rowsUnder(heading: string): string[][] {
  const [, section = ''] = readSource('docs/product.md').split(`\n### ${heading}\n`);
  const [, table = ''] = section.split(/\n\n(?=\|)/);
  const lines = table.split('\n\n', 1)[0]?.split('\n').slice(2) ?? [];
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The address as the tables write it: without `/api`, and with parameters in braces. */
const shortUrl = (url: string) => url.replace(/^\/api\//, '/').replace(/:(\w+)/g, '{$1}');

/** The calls in the first cell of a row, such as `GET /orders` and `DELETE /orders`. A call may leave out its method. */
function callsIn(cell: string): string[] {
  const calls: string[] = [];
  let method = '';
  for (const [, named, url = ''] of cell.matchAll(/`(?:(GET|POST|PUT|DELETE) )?(\/[^`\s]+)/g)) {
    method = named ?? method;
    calls.push(`${method} ${url.replace(/^\/U\b/, '/users/student')}`);
  }
  return calls;
}

/** The words of a cell that gives one value for all calls of the row, or a value for each, separated by semicolons. */
const nthValue = (cell: string, index: number) => (cell.split('; ')[index] ?? cell.split('; ')[0])?.split(',')[0];

function describeStepUp({ stepUp }: StaffEndpoint): string {
  if (!stepUp) return '';
  return stepUp === true ? 'yes' : 'by body';
}

describe('the tables of calls in docs/product.md', () => {
  it('the table of calls lists each call outside the console once, with its policy, rate class and idempotency class', () => {
    const listed = rowsUnder('Table').flatMap(([calls = '', policy = '', rate = '', idempotency = '']) =>
      callsIn(calls).map((call, index) =>
        [call, ...[policy, rate, idempotency].map((cell) => nthValue(cell, index))].join(' | '),
      ),
    );
    const declared = endpoints
      .filter((endpoint) => !isStaffCall(endpoint))
      .map(({ method, url, policy, rate, idempotency }) =>
        [`${method} ${shortUrl(url)}`, policy, rate, idempotency].join(' | '),
      );
    expect(listed.toSorted()).toEqual(declared.toSorted());
  });

  it('the table of staff calls lists each call of the console, with its permission, step-up, rate class, idempotency class and summary', () => {
    const declared = (endpoints as StaffEndpoint[])
      .filter(isStaffCall)
      .map((endpoint) => [
        `\`${endpoint.method} ${shortUrl(endpoint.url).replace('/staff', '')}\``,
        endpoint.policy === 'staff' ? (endpoint.permission ?? 'any') : endpoint.policy,
        describeStepUp(endpoint),
        endpoint.rate,
        endpoint.idempotency,
        endpoint.summary,
      ]);
    expect(rowsUnder('Staff calls').toSorted()).toEqual(declared.toSorted());
  });
});
