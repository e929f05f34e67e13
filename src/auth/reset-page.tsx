import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import type { Brand } from '../../contract/content.ts';
import type { ResetPasswordContext, ResetPasswordEnd } from '../../machines/reset-password.types.ts';
import { watched } from '../lib/live-machines.ts';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { HelpBlock } from './help-block.tsx';
import login from './login.module.css';
import type { ResetFlow } from './reset-flow.ts';
import { ResetForm } from './reset-form.tsx';
import { noAnswerAdvice, resetTexts } from './reset-texts.ts';

type ResetPageProps = {
  flow: ResetFlow;
  brand: Brand | null;
  /** Where the page ended; the caller goes on from there. */
  onEnd: (end: ResetPasswordEnd) => void;
};

function Failure({ failure, detail }: Pick<ResetPasswordContext, 'failure' | 'detail'>) {
  if (!failure) return null;
  const isNoAnswer = failure === 'other' && detail === null;
  return (
    <Notice tone="wrong" role="alert" title={failure === 'other' && detail !== null ? detail : resetTexts[failure]}>
      {isNoAnswer ? noAnswerAdvice : null}
    </Notice>
  );
}

/** Sets a new password by a mailed link (document 1, section 2 "Reset password"). */
export function ResetPage({ flow, brand, onEnd }: ResetPageProps) {
  const [state, send] = useMachine(flow, watched);
  const { context } = state;
  const isVerifying = state.matches('verifyingLink');
  const isUpdated = state.matches('passwordUpdated') || (state.status === 'done' && context.end === 'updated');
  const isBusy = state.matches('updatingPassword');

  useEffect(() => {
    if (state.status === 'done') onEnd(context.end);
  }, [state.status, context.end, onEnd]);

  return (
    <div className={login.page}>
      <PageTitle lead="Choose one that you use nowhere else. Every device that is signed in will be signed out.">
        Set a new password
      </PageTitle>
      <div className={login.card}>
        <p role="status" className={login.status}>
          {isVerifying ? 'Checking your link…' : 'The link is good. Choose your new password.'}
        </p>
        <ResetForm
          isBusy={isBusy}
          isDisabled={isVerifying || isBusy || isUpdated || state.status === 'done'}
          outcome={
            isUpdated ? (
              <Notice tone="right" role="status" title="Password updated.">
                Login opens in a moment.
              </Notice>
            ) : (
              <Failure failure={context.failure} detail={context.detail} />
            )
          }
          onSubmit={(change) => send({ type: 'password.submit', change })}
          onCancel={() => send({ type: 'form.cancel' })}
        />
      </div>
      <HelpBlock brand={brand} />
    </div>
  );
}
