import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import type { Brand } from '../../../contract/content.ts';
import { paths } from '../../../contract/pages.ts';
import { watched } from '../../lib/machine-log/live-machines.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import login from '../auth-page.module.css';
import { HelpBlock } from '../help-block.tsx';
import { withReturn } from '../return-address.ts';
import { keepFocus } from './keep-focus.ts';
import type { RegisterFlow } from './register-flow.ts';
import { RegisterForm } from './register-form.tsx';
import { registerAdvice, registerTexts } from './register-texts.ts';

type RegisterPageProps = {
  flow: RegisterFlow;
  /** Today in the time zone of the academy, `YYYY-MM-DD`. */
  today: string;
  brand: Brand | null;
  /** Path on this site to return to after signing in. */
  from: string | null;
  /** Called two seconds after a successful registration. The caller then opens the login page. */
  onRegistered: () => void;
};

/**
 * The `serverErrors` of the form while there are none. This is a constant, because a new object at each render would
 * run the form's effect again.
 */
const noErrors = {};

export function RegisterPage({ flow, today, brand, from, onRegistered }: RegisterPageProps) {
  const [state, send] = useMachine(flow, watched);
  const { refusal } = state.context;
  const isRegistered = state.matches('registered') || state.status === 'done';
  const isBusy = state.hasTag('busy');

  useEffect(() => {
    if (state.status === 'done') onRegistered();
  }, [state.status, onRegistered]);

  return (
    <div className={login.page}>
      <PageTitle lead="An account lets you book courses, pay and see your bookings.">Register</PageTitle>
      <div className={`panel p-5 rounded ${login.card}`}>
        <RegisterForm
          today={today}
          isBusy={isBusy}
          isDisabled={isBusy || isRegistered}
          serverErrors={refusal?.fields ?? noErrors}
          onSubmit={(registration) => send({ type: 'details.submit', registration })}
        />
        <div className={login.outcome}>
          {refusal ? (
            <Notice tone="error" role="alert" title={registerTexts[refusal.code]}>
              <p>{refusal.advice ?? registerAdvice[refusal.code]}</p>
              {refusal.code === 'userExists' ? (
                <p>
                  <PageLink href={paths.forgotPassword} className={login.link}>
                    Forgot password?
                  </PageLink>
                </p>
              ) : null}
            </Notice>
          ) : null}
          {isRegistered ? (
            <Notice tone="success" role="status" title="You are registered">
              Taking you to Login…
            </Notice>
          ) : null}
        </div>
        <p className="mt-4">
          Already registered?{' '}
          <PageLink href={withReturn(paths.login, from)} onMouseDown={keepFocus} className={login.link}>
            Login
          </PageLink>
        </p>
      </div>
      <HelpBlock brand={brand} />
    </div>
  );
}
