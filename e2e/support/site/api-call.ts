import { type APIRequestContext, expect } from '@playwright/test';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { clientHeader, clientName, idempotencyHeader } from '../../../contract/headers.ts';

type ApiCall = {
  body?: object;
  query?: Record<string, string>;
  /** Origin of the site; needed if it differs from the base URL of the request context. */
  origin?: string;
};

/**
 * Sends one API call with a new idempotency key and the headers that the site's pages send. The test fails if the
 * response has another status than 200.
 * @returns the parsed JSON body
 */
export async function callApi(
  request: APIRequestContext,
  { method, url }: Endpoint,
  { body, query = {}, origin = '' }: ApiCall = {},
): Promise<unknown> {
  const headers = { [clientHeader]: clientName, [idempotencyHeader]: crypto.randomUUID() };
  const options = { method, params: query, headers, ...(body && { data: body }) };
  const response = await request.fetch(origin + url, options);
  expect(response.status(), `${method} ${url}: ${await response.text()}`).toBe(200);
  return response.json();
}
