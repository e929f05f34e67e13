import { failureSchema } from '../../../contract/answer.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { apiVersion, markerHeader } from '../../../contract/headers.ts';

export type Answer = { statusCode: number; headers: Record<string, unknown>; body: string };

/** Where our code stands, what the database said, how it was asked. */
const inside = /\bat .+\.[tj]s:\d+|node_modules|\bviolates\b|syntax error at|\bpg_|select .+ from /i;

function shapeFaults(endpoint: Endpoint | undefined, { statusCode, headers, body }: Answer): string[] {
  if (statusCode === 304 || (statusCode >= 300 && !endpoint)) return [];
  const isJson = String(headers['content-type']).startsWith('application/json');
  const schema = statusCode >= 400 ? failureSchema : endpoint?.answers[statusCode];
  if (!schema) return endpoint ? [`answers ${statusCode}, which it does not declare`] : [];
  if (!isJson)
    return statusCode < 400 && !String(headers['content-type']).startsWith('text/html') ? [] : ['is no JSON'];
  const read = schema.safeParse(JSON.parse(body));
  if (!read.success) return [`is not of its shape: ${read.error.message}`];
  if (statusCode < 400) return [];
  const failure = failureSchema.parse(JSON.parse(body));
  return failure.statusCode === statusCode ? [] : [`says ${failure.statusCode} and is ${statusCode}`];
}

/** What is wrong with an answer, whatever was asked; the database is up, so that nothing may excuse a 5xx. */
export function faultsOf(endpoint: Endpoint | undefined, answer: Answer): string[] {
  const { statusCode, headers, body } = answer;
  const faults = shapeFaults(endpoint, answer);
  if (statusCode >= 500) faults.push(`fails with ${statusCode}`);
  if (headers[markerHeader] !== apiVersion) faults.push('is not marked as ours');
  if (statusCode >= 400 && inside.test(body)) faults.push('tells what is inside');
  if (statusCode === 429 && !headers['retry-after']) faults.push('does not say when to try again');
  const { location } = headers;
  if (typeof location === 'string' && !/^\/(?![/\\])|^http:\/\/localhost/.test(location))
    faults.push(`leads to ${location}`);
  return faults;
}
