import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { CheckPostponedError } from '../../../../machines/checkout.context.ts';
import { checkPayment } from '../../../../src/checkout/flow/order-calls.ts';
import { bindApi } from '../../../../src/lib/api.ts';
import { answeringApi, failureBody } from '../../../support/answers.ts';

const now = 1_700_000_000_000;

function check(headers: Record<string, string>) {
  const body = failureBody(503, 'UNAVAILABLE', 'The service is busy. Please try again.');
  const client = new QueryClient();
  bindApi(client, answeringApi({ 'GET /api/orders/update': { status: 503, body, headers } }).api);
  const deps = {
    client,
    studentId: 'asha',
    now: () => now,
    onShown: () => () => {},
    origin: 'https://landfall.example',
    leaveFor: async () => {},
    onSignedOut: () => {},
    onSaveFailure: () => {},
  };
  return checkPayment(deps, { attemptId: 'LF-2026-000123-1' }, new AbortController().signal);
}

it('a payment check that the server answers with Retry-After is postponed by the time in this header', async () => {
  const failure = await check({ 'retry-after': '20' }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CheckPostponedError);
  expect(failure).toMatchObject({ at: now + 20_000 });
});

it('a payment check that fails without Retry-After is not postponed', async () => {
  await expect(check({})).rejects.toMatchObject({ status: 503 });
});
