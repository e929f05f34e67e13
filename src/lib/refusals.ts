import type { Failure } from '../../contract/answer.ts';
import type { Endpoint, RefusalCode, RefusalData } from '../../contract/endpoint.ts';
import { ApiError } from './api.ts';

/** An ApiError for a refusal with one of the codes in `Code`. The type of its `data` depends on its `code`. */
type RefusedCall<E extends Endpoint, Code extends RefusalCode<E>> = {
  [C in Code]: ApiError & { readonly code: C; readonly failure: Failure; readonly data: RefusalData<E, C> };
}[Code];

/** The code with which the server refused a call of this endpoint; null for any other error. */
export function refusalCode<E extends Endpoint>(error: unknown, endpoint: E): RefusalCode<E> | null {
  // The type assertion is safe, because `parseRefusal` has checked that the endpoint declares the code.
  return error instanceof ApiError && error.endpoint === endpoint.name ? (error.code as RefusalCode<E> | null) : null;
}

/** Whether the server refused a call of this endpoint with one of the codes. */
export function isRefusal<E extends Endpoint, Code extends RefusalCode<E>>(
  error: unknown,
  endpoint: E,
  ...codes: readonly Code[]
): error is RefusedCall<E, Code> {
  const refused = refusalCode(error, endpoint);
  return codes.some((code) => code === refused);
}
