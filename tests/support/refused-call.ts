import type { Endpoint, RefusalCode, RefusalData } from '../../contract/endpoint.ts';
import { refusalsOf, statusesOf } from '../../contract/refusals.ts';
import { ApiError } from '../../src/lib/api.ts';

type More<Data> = { message?: string; fields?: Record<string, string>; data?: Data };

/** The error that the API client throws when the server refuses a call with one of the endpoint's error codes. */
export function refusedCall<E extends Endpoint, Code extends RefusalCode<E>>(
  endpoint: E,
  code: Code,
  { message = 'No.', ...more }: More<RefusalData<E, Code>> = {},
): ApiError {
  const [status = 0] = statusesOf(refusalsOf(endpoint)[code] ?? []);
  const failure = { statusCode: status, code, errorCode: code, message, requestId: 'r', ...more };
  return new ApiError('refused', message, status, { failure, endpoint: endpoint.name });
}
