import { useCallback, useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import * as z from 'zod';
import { codeMethods, type LookupUser, lookupUserSchema } from '../../../contract/auth.ts';
import { resendCountdown } from '../../../contract/limits.ts';
import type { LoginUnderWay } from '../../../machines/login.machine.ts';
import type { CodeOut, oneTimeCodeMachine } from '../../../machines/one-time-code.machine.ts';
import { dropDraft, readDraft, writeDraft } from '../../offline/session/drafts.ts';

const draftName = 'code-under-way:1';
/** The server accepts a code for this many milliseconds. */
const codeLifetimeMs = 600_000;

export const codeOutSchema = z.object({
  method: z.enum(codeMethods),
  sentTo: z.string(),
  requestId: z.string().nullable(),
  resendAt: z.number(),
});
const pendingCodeSchema = z.object({ identifier: z.string(), user: lookupUserSchema, codeOut: codeOutSchema });

/** Whether a code that was sent before a reload may still be accepted. `now` in ms. */
export function isCodeOutValid({ resendAt }: CodeOut, now: number): boolean {
  const sentAt = resendAt - resendCountdown;
  return now >= sentAt && now < sentAt + codeLifetimeMs;
}

/**
 * Remembers in this tab that a code was sent, so that a reload neither sends another one nor restarts the countdown.
 * Neither the code nor a token is stored.
 */
function savePendingCode(pending: LoginUnderWay): void {
  writeDraft(draftName, pending);
}

function dropPendingCode(): void {
  dropDraft(draftName);
}

/**
 * The sign-in by code that a reload interrupted. Null if there is none, if its ten minutes have passed, or if it was for
 * another `identifier`. `now` in ms.
 */
export function readPendingCode(identifier: string | undefined, now: number): LoginUnderWay | null {
  const { success, data } = pendingCodeSchema.safeParse(readDraft(draftName));
  if (!success) return null;
  const isValid = isCodeOutValid(data.codeOut, now);
  const isSameIdentifier = identifier === undefined || identifier.trim() === data.identifier;
  if (isValid && isSameIdentifier) return data;
  dropPendingCode();
  return null;
}

type CodeActor = ActorRefFrom<typeof oneTimeCodeMachine>;

/**
 * Calls `save` with how and where the code was sent, never with the code, so that the student can still enter it after a
 * reload. Leaving the code step calls `drop`; a reload does not. Both functions must be stable.
 */
export function useSentCode(actor: CodeActor | undefined, save: (codeOut: CodeOut) => void, drop: () => void): void {
  useEffect(() => {
    if (!actor) return undefined;
    const saveSent = () => {
      const state = actor.getSnapshot();
      const { method, sentTo, requestId, resendAt } = state.context;
      if (state.matches('awaitingCode')) save({ method, sentTo, requestId, resendAt });
    };
    saveSent();
    const subscription = actor.subscribe(saveSent);
    return () => {
      subscription.unsubscribe();
      drop();
    };
  }, [actor, save, drop]);
}

/** Remembers where the code of a sign-in was sent while the student enters it. */
export function usePendingCode(actor: CodeActor | undefined, identifier: string, user: LookupUser | null): void {
  const save = useCallback(
    (codeOut: CodeOut) => {
      if (user) savePendingCode({ identifier, user, codeOut });
    },
    [identifier, user],
  );
  useSentCode(actor, save, dropPendingCode);
}
