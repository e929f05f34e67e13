import { afterEach, expect, it, vi } from 'vitest';
import { createRecoveryCodes, getStaffSession } from '../../../../contract/staff/staff-account.ts';
import { type Api, ApiError, type CallOptions } from '../../../../src/lib/api.ts';
import { authenticationGate } from '../../../../src/staff/session/authentication-gate.ts';
import { createStaffApi } from '../../../../src/staff/session/staff-api.ts';

const refusal = (status: number, code: string) =>
  new ApiError('refused', code, status, {
    failure: { statusCode: status, code, errorCode: code, message: code, requestId: '1' },
  });

/**
 * An API whose calls first fail with these errors, one after another, and then succeed. It records the keys of the
 * calls.
 */
function failingApi(...errors: ApiError[]): { api: Api; keys: Array<string | undefined> } {
  const keys: Array<string | undefined> = [];
  const call = async (_endpoint: unknown, _input: unknown, options?: CallOptions) => {
    keys.push(options?.key);
    const error = errors.shift();
    if (error) throw error;
    return { statusCode: 200, data: ['code'] };
  };
  return { api: createStaffApi({ call } as unknown as Api), keys };
}

afterEach(() => authenticationGate.refuse());

it.each([
  ['STEP_UP_NEEDED', 403, 'stepUp'],
  ['UNAUTHORIZED_REQUEST', 401, 'signIn'],
])(
  'a staff API call refused with the error %s is repeated under the same idempotency key after staff confirm their identity',
  async (code, status, demand) => {
    const { api, keys } = failingApi(refusal(status, code));
    const call = api.call(createRecoveryCodes, { body: {} }, { key: 'key-1' });
    await vi.waitFor(() => expect(authenticationGate.demand).toBe(demand));
    expect(keys).toEqual(['key-1']);
    authenticationGate.pass();
    expect(await call).toMatchObject({ data: ['code'] });
    expect(keys).toEqual(['key-1', 'key-1']);
    expect(authenticationGate.demand).toBeNull();
  },
);

it('a staff API call that needs the second factor fails with the server’s error when staff close the dialog for this factor', async () => {
  const { api, keys } = failingApi(refusal(403, 'STEP_UP_NEEDED'));
  const call = api.call(createRecoveryCodes, { body: {} });
  await vi.waitFor(() => expect(authenticationGate.demand).toBe('stepUp'));
  authenticationGate.refuse();
  await expect(call).rejects.toMatchObject({ code: 'STEP_UP_NEEDED' });
  expect(keys).toHaveLength(1);
});

it('simultaneous staff API calls that need the second factor share one dialog', async () => {
  const { api, keys } = failingApi(refusal(403, 'STEP_UP_NEEDED'), refusal(403, 'STEP_UP_NEEDED'));
  const calls = [api.call(createRecoveryCodes, { body: {} }), api.call(createRecoveryCodes, { body: {} })];
  await vi.waitFor(() => expect(authenticationGate.demand).toBe('stepUp'));
  authenticationGate.pass();
  await Promise.all(calls);
  expect(keys).toHaveLength(4);
});

it('the API call that reads the staff session never opens the sign-in dialog', async () => {
  const { api } = failingApi(refusal(401, 'UNAUTHORIZED_REQUEST'));
  await expect(api.call(getStaffSession, {})).rejects.toMatchObject({ status: 401 });
  expect(authenticationGate.demand).toBeNull();
});
