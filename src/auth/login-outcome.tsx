import type { LoginFailure } from '../../machines/login.types.ts';
import { useConnection } from '../offline/page-connection.ts';
import { Notice } from '../ui/notice.tsx';
import { noAccountTitle, noAnswerNotices } from './login-texts.ts';

/** What a failure means and what to do about it, where the text at the field does not say it. */
export function LoginOutcome({ failure }: { failure: LoginFailure | null }) {
  const connection = useConnection();
  const isCut = connection === 'offline' || connection === 'portal';
  const { title, advice } = noAnswerNotices[isCut ? 'cut' : 'reached'];
  if (failure === 'identifierNotFound')
    return (
      <Notice tone="plain" title={noAccountTitle}>
        Check them, try another identifier, or register as a new student.
      </Notice>
    );
  // Shown with the not-found notice (document 1, section 8), which must not send away a student who has an account.
  if (failure === 'lookupFailed')
    return (
      <Notice tone="plain" title={noAccountTitle}>
        {title}, so you may have one all the same. {advice}
      </Notice>
    );
  if (failure !== 'somethingWrong') return null;
  return (
    <Notice tone="wrong" role="alert" title={title}>
      {advice}
    </Notice>
  );
}
