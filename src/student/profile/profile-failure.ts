import { ApiError } from '../../lib/api.ts';

/** Why a profile was not saved. `fields` carries the server's word on single fields. */
export type ProfileFailure = {
  text: string;
  advice: string | null;
  needsSignIn: boolean;
  fields: Record<string, string>;
};

/** What a failed save says: the catalogue's text, and where we know more, what to do. */
export function toProfileFailure(error: unknown): ProfileFailure {
  const failure: ProfileFailure = { text: 'Something went wrong.', advice: null, needsSignIn: false, fields: {} };
  if (!(error instanceof ApiError)) return failure;
  if (error.kind === 'offline') return { ...failure, advice: 'There is no connection. Save again when it is back.' };
  const needsSignIn = error.code === 'RECENT_SIGN_IN_NEEDED' || error.status === 401;
  const isTold = error.failure !== null && error.status < 500;
  return {
    ...failure,
    needsSignIn,
    advice: isTold ? (error.failure?.message ?? null) : null,
    fields: error.failure?.fields ?? {},
  };
}
