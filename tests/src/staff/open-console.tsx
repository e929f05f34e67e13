import { vi } from 'vitest';
import type { StaffRole } from '../../../contract/staff/permissions.ts';
import { createQueryClient } from '../../../src/app/query-client.ts';
import { type Answered, answeringApi, type SentCall } from '../../support/answers.ts';
import { wideWindow } from '../../support/media-query.ts';
import { renderConsole, signedInStaff } from './render-console.tsx';

export type Answers = Record<string, Answered | ((call: SentCall) => Answered | Promise<Answered>)>;

/** Creates a successful API response. Its body has this `data` and the further properties in `fields`. */
export const answered = (data: unknown, fields: object = {}): Answered => ({
  body: { statusCode: 200, data, ...fields },
});

/**
 * Opens a page of the staff console in a wide window, which `narrow` makes narrow, signed in with a role. `answers`: the
 * HTTP response for each `METHOD /path`. Use `showConsole` to respond by the names of the API calls instead.
 */
export async function openConsole(path: string, answers: Answers, role: StaffRole = 'registrar') {
  const { matchMedia, narrow } = wideWindow();
  vi.stubGlobal('matchMedia', matchMedia);
  const { api, sent } = answeringApi({ 'GET /api/staff/session': answered(signedInStaff(role)), ...answers });
  const client = createQueryClient(api);
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const { router, user } = renderConsole(path, client);
  await router.load();
  return { client, sent, router, user, narrow };
}
