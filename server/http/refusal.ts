import type { Failure } from '../../contract/answer.ts';

/**
 * An error that the caller can act on. Handlers and rules throw it; the error handler turns it into a failure response
 * (docs/product.md#errors).
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string> | undefined;
  readonly data: unknown;
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { fields?: Record<string, string>; data?: unknown; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.status = status;
    this.code = code;
    this.fields = more.fields;
    this.data = more.data;
    this.retryAfter = more.retryAfter;
  }

  toBody(requestId: string): Failure {
    return {
      statusCode: this.status,
      code: this.code,
      errorCode: this.code,
      message: this.message,
      requestId,
      ...(this.fields ? { fields: this.fields } : {}),
      ...(this.data === undefined ? {} : { data: this.data }),
    };
  }
}

export const notFound = () => new Refusal(404, 'NOT_FOUND', 'Not found.');
export const signInNeeded = () => new Refusal(401, 'UNAUTHORIZED_REQUEST', 'Please sign in.');
