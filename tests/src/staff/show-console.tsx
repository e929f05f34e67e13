import { vi } from 'vitest';
import type { StaffRole } from '../../../contract/staff/permissions.ts';
import { createQueryClient } from '../../../src/app/query-client.ts';
import type { Api } from '../../../src/lib/api.ts';
import { createStaffApi } from '../../../src/staff/session/staff-api.ts';
import { renderConsole, signedInStaff } from './render-console.tsx';

type Input = { params?: unknown; query?: unknown; body?: unknown };
/**
 * A function with which a test responds to an API call. It returns the body or a promise of the body, or throws an
 * ApiError.
 */
type Answer = (input: Input, options: { key?: string } | undefined) => unknown;

/**
 * Opens a page of the staff console, signed in with a role. `answers`: the response for each name of an API call. Use
 * `openConsole` to give HTTP responses instead.
 */
export function showConsole(path: string, role: StaffRole, answers: Record<string, Answer>) {
  const call = vi.fn(async ({ name }: { name: string }, input: Input, options?: { key?: string }) => {
    const answer = answers[name] ?? (name === 'getStaffSession' ? () => ({ data: signedInStaff(role) }) : undefined);
    if (!answer) throw new Error(`The test has no response to ${name}`);
    return { statusCode: 200, ...((await answer(input, options)) as object) };
  });
  const client = createQueryClient(createStaffApi({ call } as unknown as Api));
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const { router, user } = renderConsole(path, client);
  /** Returns the inputs of all API calls with this name, in the order of the calls. */
  const inputsOf = (wanted: string) =>
    call.mock.calls.filter(([{ name }]) => name === wanted).map(([, input]) => input);
  return { client, router, inputsOf, user };
}
