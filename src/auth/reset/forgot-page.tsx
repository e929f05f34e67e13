import '../../ui/controls.css';
import { TextInput } from '@mantine/core';
import { useMachine } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import type { Brand } from '../../../contract/content.ts';
import { paths } from '../../../contract/pages.ts';
import { requestPasswordReset } from '../../../contract/password-reset.ts';
import type { ForgotPasswordFailure } from '../../../machines/forgot-password.machine.ts';
import { watched } from '../../lib/machine-log/live-machines.ts';
import { ActionButton } from '../../ui/links/action-button.tsx';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { focusIfLost } from '../../ui/page/use-focus-after-removal.ts';
import login from '../auth-page.module.css';
import { SupportPhones } from '../help-block.tsx';
import type { ForgotFlow } from './forgot-flow.ts';

/**
 * The text for each reason why no email was sent (`docs/product.md#password-reset`). For `other`, the server's message
 * is shown instead if there is one.
 */
const failureTexts: Record<ForgotPasswordFailure, string> = {
  userNotFound: 'User not found. Please check your email address.',
  invalidRequest: 'Invalid request.',
  // This text is misspelt on purpose: the specification fixes it word for word.
  alreadySent: 'Reset link has been sent alraedy. Try after sometimes.',
  internalError: 'Please try again later.',
  other: 'Unable to send email.',
};

/** What the student can do after some of the failures, shown with the message from `failureTexts`. */
const failureAdvice: Partial<Record<ForgotPasswordFailure, string>> = {
  alreadySent: 'Check your inbox and your spam folder. The link is valid for 30 minutes.',
  other: 'Check your connection and try again.',
};

type EmailFormProps = {
  isBusy: boolean;
  failure: string | null;
  advice: string | null;
  onSubmit: (email: string) => void;
};

function EmailForm({ isBusy, failure, advice, onSubmit }: EmailFormProps) {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = requestPasswordReset.body.safeParse({ email });
    setError(parsed.error?.issues[0]?.message ?? null);
    if (parsed.success) onSubmit(parsed.data.email);
  };

  return (
    <form onSubmit={submit} className="stack gap-4" noValidate aria-label="Reset your password">
      <TextInput
        label="Email"
        description="The address you gave the academy. We will send a link to set a new password there."
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        required
        value={email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setError(null);
        }}
        error={error}
      />
      {failure ? (
        <Notice tone="error" role="alert" title={failure}>
          {advice}
        </Notice>
      ) : null}
      <ActionButton type="submit" loading={isBusy} fullWidth>
        Send Reset Link
      </ActionButton>
    </form>
  );
}

/** Page on which a student requests an email with a link to set a new password. */
export function ForgotPage({ flow, brand }: { flow: ForgotFlow; brand: Brand | null }) {
  const [state, send] = useMachine(flow, watched);
  const { failure, detail, email } = state.context;
  const serverText = failure === 'other' && detail ? detail : null;
  const text = failure && (serverText ?? failureTexts[failure]);
  const advice = failure && !serverText ? (failureAdvice[failure] ?? null) : null;

  return (
    <div className={login.page}>
      <PageTitle>Reset Your Password</PageTitle>
      <div className={`panel p-5 rounded ${login.card}`}>
        {state.matches('linkSent') ? (
          <div className="stack gap-4 no-outline" tabIndex={-1} ref={focusIfLost}>
            <Notice tone="success" role="status" title="A reset link is on its way to your email.">
              We sent it to {email}. It works once and expires after 30 minutes. Check your spam folder too.
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
        <div className={`panel p-5 rounded ${login.help}`}>
          <p>No access to your email? Call us and we will help you:</p>
          <ul className="row wrap gap-x-5">
            <SupportPhones brand={brand} />
          </ul>
        </div>
      ) : null}
    </div>
  );
}
