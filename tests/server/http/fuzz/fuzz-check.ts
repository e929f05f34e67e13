import { failureSchema } from '../../../../contract/answer.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { apiVersion, markerHeader } from '../../../../contract/headers.ts';
import { isDeclared } from '../../../../contract/refusals.ts';

type RouteResponse = { statusCode: number; headers: Record<string, unknown>; body: string };

/** Matches stack traces, database errors and SQL queries. No error response may contain any of them. */
const internals = /\bat .+\.[tj]s:\d+|node_modules|\bviolates\b|syntax error at|\bpg_|select .+ from /i;

function shapeFaults(endpoint: Endpoint | undefined, { statusCode, headers, body }: RouteResponse): string[] {
  if (statusCode === 304 || (statusCode >= 300 && !endpoint)) return [];
  const isJson = String(headers['content-type']).startsWith('application/json');
  const schema = statusCode >= 400 ? failureSchema : endpoint?.answers[statusCode];
  if (!schema) return endpoint ? [`returns ${statusCode}, which it does not declare`] : [];
  if (!isJson)
    return statusCode < 400 && !String(headers['content-type']).startsWith('text/html') ? [] : ['is not JSON'];
  const read = schema.safeParse(JSON.parse(body));
  if (!read.success) return [`does not match its schema: ${read.error.message}`];
  if (statusCode < 400) return [];
  const failure = failureSchema.parse(JSON.parse(body));
  if (failure.statusCode !== statusCode) return [`says ${failure.statusCode} in its body but is ${statusCode}`];
  // The router itself returns NOT_FOUND if a path parameter has more than 100 characters. So endpoints with path
  // parameters need not declare this error.
  if (failure.code === 'NOT_FOUND' && endpoint?.url.includes(':')) return [];
  const refusal = { ...failure, status: statusCode };
  return !endpoint || isDeclared(endpoint, refusal)
    ? []
    : [`does not declare ${statusCode} ${failure.code} with this data`];
}

/**
 * Returns what is wrong with a response, one text for each fault. Every 5xx status is a fault, because the database is
 * available in the test.
 */
export function faultsOf(endpoint: Endpoint | undefined, answer: RouteResponse): string[] {
  const { statusCode, headers, body } = answer;
  const faults = shapeFaults(endpoint, answer);
  if (statusCode >= 500) faults.push(`fails with ${statusCode}`);
  if (headers[markerHeader] !== apiVersion) faults.push('lacks the marker header');
  if (statusCode >= 400 && internals.test(body)) faults.push('reveals internals');
  if (statusCode === 429 && !headers['retry-after']) faults.push('does not say when to try again');
  const { location } = headers;
  if (typeof location === 'string' && !/^\/(?![/\\])|^http:\/\/localhost/.test(location))
    faults.push(`redirects to ${location}`);
  return faults;
}
