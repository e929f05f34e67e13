import { useCallback, useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import * as z from 'zod';
import { codeMethods, type LookupUser, lookupUserSchema } from '../../../contract/auth.ts';
import { resendCountdown } from '../../../contract/limits.ts';
import type { LoginUnderWay } from '../../../machines/login.machine.ts';
import type { CodeOut, oneTimeCodeMachine } from '../../../machines/one-time-code.machine.ts';
import { dropDraft, readDraft, writeDraft } from '../../offline/session/drafts.ts';

const draftName = 'code-under-way:1';
/** The server accepts a one-time code for this many milliseconds after it was sent. */
const codeLifetimeMs = 600_000;

export const codeOutSchema = z.object({
  method: z.enum(codeMethods),
  sentTo: z.string(),
  requestId: z.string().nullable(),
  resendAt: z.number(),
});
const pendingCodeSchema = z.object({ identifier: z.string(), user: lookupUserSchema, codeOut: codeOutSchema });

/** Whether the server may still accept a one-time code that was sent before a reload. `now`: ms since the epoch. */
export function isCodeOutValid({ resendAt }: CodeOut, now: number): boolean {
  const sentAt = resendAt - resendCountdown;
  return now >= sentAt && now < sentAt + codeLifetimeMs;
}

/**
 * Remembers in this tab that a one-time code was sent, so that a reload neither sends another one nor restarts the
 * countdown for resending. Neither the code nor the provider's token is stored.
 */
function savePendingCode(pending: LoginUnderWay): void {
  writeDraft(draftName, pending);
}

function dropPendingCode(): void {
  dropDraft(draftName);
}

/**
 * The sign-in by one-time code that a reload interrupted. Null if there is none, if the code's ten minutes have passed,
 * or if the sign-in was for another `identifier`. `now`: ms since the epoch.
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
 * Calls `save` while a one-time code is awaited, so that the student can still enter the code after a reload. `save`
 * gets how and where the code was sent, not the code itself. `drop` is called when the student leaves the code step,
 * but not on a reload. Both functions must be stable, because the effect runs again when one of them changes.
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

/** While the student enters the one-time code of a sign-in, remembers in this tab where it was sent. */
export function usePendingCode(actor: CodeActor | undefined, identifier: string, user: LookupUser | null): void {
  const save = useCallback(
    (codeOut: CodeOut) => {
      if (user) savePendingCode({ identifier, user, codeOut });
    },
    [identifier, user],
  );
  useSentCode(actor, save, dropPendingCode);
}
