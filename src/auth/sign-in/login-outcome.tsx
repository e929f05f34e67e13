import type { LoginFailure } from '../../../machines/login.machine.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { noAccountTitle } from './login-texts.ts';

/** Says what to do after a failed sign-in. Empty after a failure that the message at the field explains. */
export function LoginOutcome({ failure }: { failure: LoginFailure | null }) {
  const { reason, when } = useUnreachable();
  const advice = `Nothing you typed is lost. Try again ${when}.`;
  if (failure === 'identifierNotFound')
    return (
      <Notice tone="plain" title={noAccountTitle}>
        Check what you entered, try another of your details, or register as a new student.
      </Notice>
    );
  // Looking up the student has failed, so it is not known whether there is an account, although the title says that
  // none was found. So the text says that the student may still have one.
  if (failure === 'lookupFailed')
    return (
      <Notice tone="plain" title={noAccountTitle}>
        {reason}, so you may still have an account. {advice}
      </Notice>
    );
  if (failure !== 'somethingWrong') return null;
  return (
    <Notice tone="error" role="alert" title={reason}>
      {advice}
    </Notice>
  );
}
