import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import type { Brand } from '../../../contract/content.ts';
import type { ResetPasswordContext, ResetPasswordEnd } from '../../../machines/reset-password.machine.ts';
import { watched } from '../../lib/machine-log/live-machines.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import login from '../auth-page.module.css';
import { HelpBlock } from '../help-block.tsx';
import type { ResetFlow } from './reset-flow.ts';
import { ResetForm } from './reset-form.tsx';
import { noResponseAdvice, resetTexts } from './reset-texts.ts';

type ResetPageProps = {
  flow: ResetFlow;
  brand: Brand | null;
  /**
   * Called when the password was changed or cannot be changed with the link. The caller then navigates to another page.
   */
  onEnd: (end: ResetPasswordEnd) => void;
};

function Failure({ failure, detail }: Pick<ResetPasswordContext, 'failure' | 'detail'>) {
  if (!failure) return null;
  const hasNoResponse = failure === 'other' && detail === null;
  return (
    <Notice tone="error" role="alert" title={(failure === 'other' && detail) || resetTexts[failure]}>
      {hasNoResponse ? noResponseAdvice : null}
    </Notice>
  );
}

/** Page on which a student who followed an emailed link sets a new password. */
export function ResetPage({ flow, brand, onEnd }: ResetPageProps) {
  const [state, send] = useMachine(flow, watched);
  const { context } = state;
  const isVerifying = state.matches('verifyingLink');
  const isUpdated = state.matches('passwordUpdated') || (state.status === 'done' && context.end === 'updated');
  const isBusy = state.matches('updatingPassword');
  // If the server refuses the link, the state machine ends. Until another page opens, this page must not say that the
  // link is valid.
  const validText = state.status === 'done' && !isUpdated ? '' : 'Your link is valid. Choose a new password.';

  useEffect(() => {
    if (state.status === 'done') onEnd(context.end);
  }, [state.status, context.end, onEnd]);

  return (
    <div className={login.page}>
      <PageTitle lead="Choose a password that you do not use anywhere else. You will be signed out on all devices.">
        Set a new password
      </PageTitle>
      <div className={`panel p-5 rounded ${login.card}`}>
        <p role="status" className={login.status}>
          {isVerifying ? 'Checking your link…' : validText}
        </p>
        <ResetForm
          isBusy={isBusy}
          isDisabled={isVerifying || isBusy || isUpdated || state.status === 'done'}
          outcome={
            isUpdated ? (
              <Notice tone="success" role="status" title="Password updated.">
                Taking you to Login…
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
