import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import type { Brand } from '../../contract/content.ts';
import { paths } from '../../contract/pages.ts';
import { watched } from '../lib/live-machines.ts';
import { Notice } from '../ui/notice.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { HelpBlock } from './help-block.tsx';
import { keepFocus } from './keep-focus.ts';
import login from './login.module.css';
import type { RegisterFlow } from './register-flow.ts';
import { RegisterForm } from './register-form.tsx';
import { registerAdvice, registerTexts } from './register-texts.ts';
import { withReturn } from './return-address.ts';

type RegisterPageProps = {
  flow: RegisterFlow;
  /** The academy's day. */
  today: string;
  brand: Brand | null;
  /** Path of this site to return to after signing in. */
  from: string | null;
  /** Registered, and two seconds have passed. */
  onRegistered: () => void;
};

const nothingTold = {};

/** Registration of a new student (document 1, section 2 "Register"). */
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
      <div className={login.card}>
        <RegisterForm
          today={today}
          isBusy={isBusy}
          isDisabled={isBusy || isRegistered}
          told={refusal?.fields ?? nothingTold}
          onSubmit={(registration) => send({ type: 'details.submit', registration })}
        />
        <div className={login.outcome}>
          {refusal ? (
            <Notice tone="wrong" role="alert" title={registerTexts[refusal.code]}>
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
            <Notice tone="right" role="status" title="You are registered">
              Login opens in a moment.
            </Notice>
          ) : null}
        </div>
        <p className={login.other}>
          Registered already?{' '}
          <PageLink href={withReturn(paths.login, from)} onMouseDown={keepFocus} className={login.link}>
            Login
          </PageLink>
        </p>
      </div>
      <HelpBlock brand={brand} />
    </div>
  );
}
