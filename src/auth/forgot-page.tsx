import '../ui/controls.css';
import { TextInput } from '@mantine/core';
import { useMachine } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import type { Brand } from '../../contract/content.ts';
import { paths } from '../../contract/pages.ts';
import { requestPasswordReset } from '../../contract/password-reset.ts';
import { watched } from '../lib/live-machines.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { ActionLink } from '../ui/action-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import classes from './account.module.css';
import type { ForgotFlow } from './forgot-flow.ts';
import { forgotAdvice, forgotTexts } from './forgot-texts.ts';
import login from './login.module.css';
import { SupportPhones } from './support-phones.tsx';

type EmailFormProps = {
  isBusy: boolean;
  failure: string | null;
  advice: string | null;
  onSubmit: (email: string) => void;
};

function EmailForm({ isBusy, failure, advice, onSubmit }: EmailFormProps) {
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = requestPasswordReset.body.safeParse({ email });
    setFault(parsed.error?.issues[0]?.message ?? null);
    if (parsed.success) onSubmit(parsed.data.email);
  };

  return (
    <form onSubmit={submit} className={login.step} noValidate aria-label="Reset your password">
      <TextInput
        label="E-mail"
        description="The one you gave the academy. A link to set a new password goes there."
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        required
        value={email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setFault(null);
        }}
        error={fault}
      />
      {failure ? (
        <Notice tone="wrong" role="alert" title={failure}>
          {advice}
        </Notice>
      ) : null}
      <ActionButton type="submit" loading={isBusy} fullWidth>
        Send Reset Link
      </ActionButton>
    </form>
  );
}

/** Asks for a reset link (document 1, section 2 "Forgot password"). */
export function ForgotPage({ flow, brand }: { flow: ForgotFlow; brand: Brand | null }) {
  const [state, send] = useMachine(flow, watched);
  const { failure, detail, email } = state.context;
  const isOwnText = failure === 'other' && detail !== null;
  const text = failure && (isOwnText ? detail : forgotTexts[failure]);
  const advice = failure && !isOwnText ? (forgotAdvice[failure] ?? null) : null;

  return (
    <div className={login.page}>
      <PageTitle>Reset Your Password</PageTitle>
      <div className={login.card}>
        {state.matches('linkSent') ? (
          <div className={login.step}>
            <Notice tone="right" role="status" title="A reset link is on its way to your e-mail.">
              It went to {email}, works once and for 30 minutes. Look into the spam folder too.
            </Notice>
            <ActionLink href={paths.login} look="outline">
              Back to Login
            </ActionLink>
          </div>
        ) : (
          <EmailForm
            isBusy={state.hasTag('busy')}
            failure={text}
            advice={advice}
            onSubmit={(typed) => send({ type: 'email.submit', email: typed })}
          />
        )}
      </div>
      {brand ? (
        <div className={login.help}>
          <p>No access to your e-mail? Call us, and we help you in:</p>
          <ul className={classes.phones}>
            <SupportPhones brand={brand} />
          </ul>
        </div>
      ) : null}
    </div>
  );
}
