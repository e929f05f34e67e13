import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { LookupUser } from '../../contract/auth.ts';
import type { oneTimeCodeMachine } from '../../machines/one-time-code.machine.ts';
import { dropCodeUnderWay, keepCodeUnderWay } from './code-under-way.ts';

type CodeActor = ActorRefFrom<typeof oneTimeCodeMachine>;

/** Keeps the code that is out while the student types it; leaving the step by any way but a reload forgets it. */
export function useCodeUnderWay(actor: CodeActor | undefined, identifier: string, user: LookupUser | null): void {
  useEffect(() => {
    if (!actor || !user) return undefined;
    const keep = () => {
      const state = actor.getSnapshot();
      const { method, sentTo, requestId, resendAt } = state.context;
      if (state.matches('awaitingCode'))
        keepCodeUnderWay({ identifier, user, codeOut: { method, sentTo, requestId, resendAt } });
    };
    keep();
    const watching = actor.subscribe(keep);
    return () => {
      watching.unsubscribe();
      dropCodeUnderWay();
    };
  }, [actor, identifier, user]);
}
