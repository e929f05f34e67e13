import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Brand } from '../../contract/content.ts';
import { paths } from '../../contract/pages.ts';
import type { oneTimeCodeMachine } from '../../machines/one-time-code.machine.ts';
import { watched } from '../lib/live-machines.ts';
import { Notice } from '../ui/notice.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { AfterLoginDialog } from './after-login-dialog.tsx';
import { CodeStep } from './code-step.tsx';
import { readCodeUnderWay } from './code-under-way.ts';
import { HelpBlock } from './help-block.tsx';
import { IdentifierStep } from './identifier-step.tsx';
import { rememberStudent } from './known-student.ts';
import classes from './login.module.css';
import type { LoginFlow } from './login-flow.ts';
import { LoginOutcome } from './login-outcome.tsx';
import { loginTexts } from './login-texts.ts';
import { MethodStep } from './method-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { withReturn } from './return-address.ts';
import { sessionQueries } from './session.queries.ts';
import { useCodeUnderWay } from './use-code-under-way.ts';

type LoginPageProps = { flow: LoginFlow; identifier: string | undefined; from: string | null; brand: Brand | null };

/** Sign-in, one step at a time (document 1, section 2 "Login"); the login machine decides which. */
export function LoginPage({ flow, identifier, from, brand }: LoginPageProps) {
  const [input] = useState(() => ({ identifier, underWay: readCodeUnderWay(identifier, Date.now()) }));
  const [state, send] = useMachine(flow, { input, ...watched });
  const queryClient = useQueryClient();
  const stepRef = useRef<HTMLDivElement>(null);
  const { context } = state;
  const student = state.status === 'done' ? context.student : null;
  const step = String(typeof state.value === 'string' ? state.value : Object.keys(state.value)[0]);

  useEffect(() => {
    if (!student) return;
    rememberStudent(student);
    queryClient.setQueryData(sessionQueries.status().queryKey, student);
  }, [student, queryClient]);

  // A new step begins at its first field, so that nobody has to look for it.
  useEffect(() => {
    if (step === 'lookingUp') return;
    const find = (selector: string) => stepRef.current?.querySelector<HTMLElement>(selector);
    (find('[data-autofocus]') ?? find('input, button'))?.focus();
  }, [step]);

  const isIdentifying = ['arriving', 'enteringIdentifier', 'lookingUp', 'identifierNotFound', 'lookupFailed'].includes(
    step,
  );
  const failure = context.failure ? (context.words ?? loginTexts[context.failure]) : null;
  const codeActor = state.children.oneTimeCode as ActorRefFrom<typeof oneTimeCodeMachine> | undefined;
  useCodeUnderWay(codeActor, context.identifier, context.user);
  const outcome = <LoginOutcome failure={context.failure} />;
  const back = () => send({ type: 'step.back' });

  return (
    <div className={classes.page}>
      <PageTitle lead="Sign in to book courses and see your bookings.">Login</PageTitle>
      <div className={classes.card} ref={stepRef}>
        {isIdentifying ? (
          <IdentifierStep
            initial={context.identifier}
            isBusy={state.hasTag('busy')}
            failure={failure}
            outcome={outcome}
            onSubmit={(typed) => send({ type: 'identifier.submit', identifier: typed })}
          />
        ) : null}
        {state.matches('choosingMethod') && context.user ? (
          <MethodStep
            user={context.user}
            onChoose={(method) => send({ type: 'method.choose', method })}
            onBack={back}
          />
        ) : null}
        {['enteringPassword', 'signingInByPassword', 'passwordRejected'].includes(step) ? (
          <PasswordStep
            identifier={context.identifier}
            isBusy={state.hasTag('busy')}
            failure={failure}
            outcome={outcome}
            onSubmit={(password) => send({ type: 'password.submit', password })}
            onBack={back}
          />
        ) : null}
        {state.matches('enteringCode') && codeActor ? <CodeStep actor={codeActor} /> : null}
        {state.matches('methodFailed') ? (
          <Notice
            tone="wrong"
            role="alert"
            title={failure}
            action={
              <button type="button" onClick={back}>
                Back
              </button>
            }
          />
        ) : null}
        {student ? <AfterLoginDialog from={from} /> : null}
      </div>
      {isIdentifying ? (
        <p className={classes.other}>
          New here?{' '}
          <PageLink href={withReturn(paths.register, from)} className={classes.link}>
            Register
          </PageLink>
        </p>
      ) : null}
      <HelpBlock brand={brand} />
    </div>
  );
}
