import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Brand } from '../../../contract/content.ts';
import { paths } from '../../../contract/pages.ts';
import type { oneTimeCodeMachine } from '../../../machines/one-time-code.machine.ts';
import { watched } from '../../lib/machine-log/live-machines.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import classes from '../auth-page.module.css';
import { HelpBlock } from '../help-block.tsx';
import { withReturn } from '../return-address.ts';
import { saveStudent } from '../session/saved-student.ts';
import { sessionQueries } from '../session/session.queries.ts';
import { AfterLoginDialog } from './after-login-dialog.tsx';
import { CodeStep } from './code-step.tsx';
import { IdentifierStep } from './identifier-step.tsx';
import type { LoginFlow } from './login-flow.ts';
import { LoginOutcome } from './login-outcome.tsx';
import { loginTexts } from './login-texts.ts';
import { MethodStep } from './method-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { readPendingCode, usePendingCode } from './pending-code.ts';

type LoginPageProps = { flow: LoginFlow; identifier: string | undefined; from: string | null; brand: Brand | null };

/**
 * Says who is signed in already, with a link to the previous page or the student area. The login form is still shown,
 * because the site may have asked the student to sign in again.
 */
function SignedInNote({ name, from }: { name: string; from: string | null }) {
  const isBack = from !== null && from !== paths.profile;
  return (
    <div className="mt-4">
      <Notice
        role="status"
        title={`You are signed in as ${name}`}
        action={
          // Replace this page in the browser's history, so that Back does not lead to a login form.
          <PageLink href={from ?? paths.profile} className={classes.link} replace>
            {isBack ? 'Back to where you were' : 'Student Profile'}
          </PageLink>
        }
      >
        Sign in below only if you want to use another account or were asked to sign in again.
      </Notice>
    </div>
  );
}

/** The login page. The login machine decides which step is shown. */
export function LoginPage({ flow, identifier, from, brand }: LoginPageProps) {
  const [input] = useState(() => ({ identifier, underWay: readPendingCode(identifier, Date.now()) }));
  const [state, send] = useMachine(flow, { input, ...watched });
  const queryClient = useQueryClient();
  // Ask the server who is signed in, even if the last response is recent: the session may have ended since then.
  const { data: signedIn, isFetchedAfterMount } = useQuery({ ...sessionQueries.status(), refetchOnMount: 'always' });
  const stepRef = useRef<HTMLDivElement>(null);
  const { context } = state;
  const isByCode = context.method !== 'password';
  const student = state.status === 'done' ? context.student : null;
  const step = String(typeof state.value === 'string' ? state.value : Object.keys(state.value)[0]);

  useEffect(() => {
    if (!student) return;
    const { queryKey } = sessionQueries.status();
    // Cancel a running request that asks who is signed in: its response may still say that nobody is.
    void queryClient.cancelQueries({ queryKey });
    saveStudent(student);
    queryClient.setQueryData(queryKey, student);
    if (isByCode) void queryClient.fetchQuery({ ...sessionQueries.status(), staleTime: 0 });
  }, [student, isByCode, queryClient]);

  // Focuses the first field whenever another step is shown.
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
  usePendingCode(codeActor, context.identifier, context.user);
  const outcome = <LoginOutcome failure={context.failure} />;
  const back = () => send({ type: 'step.back' });

  return (
    <div className={classes.page}>
      <PageTitle lead="Sign in to book courses and see your bookings.">Login</PageTitle>
      {signedIn && isFetchedAfterMount && isIdentifying ? <SignedInNote name={signedIn.name} from={from} /> : null}
      <div className={`panel p-5 rounded ${classes.card}`} ref={stepRef}>
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
            tone="error"
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
        <p className="mt-4">
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
