import type { LoginFailure } from '../../../machines/login.machine.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { noAccountTitle } from './login-texts.ts';

/** Explains a failed sign-in where the message at the field is not enough. */
export function LoginOutcome({ failure }: { failure: LoginFailure | null }) {
  const { reason, when } = useUnreachable();
  const advice = `Nothing you typed is lost. Try again ${when}.`;
  if (failure === 'identifierNotFound')
    return (
      <Notice tone="plain" title={noAccountTitle}>
        Check what you entered, try another of your details, or register as a new student.
      </Notice>
    );
  // The title says that no account was found, although looking up the student failed. So the text says that the student
  // may still have an account.
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
