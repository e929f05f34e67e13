import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { type oneTimeCodeMachine, secondsUntilResend } from '../../../machines/one-time-code.machine.ts';
import { ActionButton } from '../../ui/links/action-button.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import classes from '../auth-page.module.css';
import { captchaBox } from '../code/captcha-box.ts';
import { CodeBoxes, emptyCode } from '../code/code-boxes.tsx';
import { awaitSmsCode } from '../code/sms-code.ts';
import { codeAdvice, codeTexts } from './login-texts.ts';

type CodeActor = ActorRefFrom<typeof oneTimeCodeMachine>;

/** Shows a toast when a one-time code was sent or resent. */
function useCodeToasts(actor: CodeActor): void {
  useEffect(() => {
    const sent = actor.on('code.sent', () => showToast({ message: 'OTP Sent', tone: 'success' }));
    const resent = actor.on('code.resent', ({ method }) =>
      showToast({ message: `OTP Resent via ${method === 'whatsapp_otp' ? 'WhatsApp' : 'Email'}`, tone: 'success' }),
    );
    return () => {
      sent.unsubscribe();
      resent.unsubscribe();
    };
  }, [actor]);
}

function statusOf(state: CodeActor extends { getSnapshot(): infer S } ? S : never): string | null {
  if (state.matches('loadingProvider') || state.matches('fetchingContact')) return 'Preparing your code…';
  if (state.matches('sendingCode')) return 'Sending your code…';
  if (state.matches('resendingCode')) return 'Sending another code…';
  if (state.matches('verifyingCode') || state.matches('signingIn')) return 'Checking your code…';
  return null;
}

// This ref callback is outside of the component, because React would call a new function at each render. Each call
// appends the captcha again, and the captcha then reloads its frame.
const showCaptcha = (element: HTMLElement | null) => element?.append(captchaBox());

/** `adviceTexts`: what the student can do after a failure. Default: the texts for signing in. */
type CodeStepProps = { actor: CodeActor; adviceTexts?: typeof codeAdvice };

/**
 * The step in which the student enters a one-time code: the six boxes, resending after a countdown, and what to do
 * after a failure. It is step 3 of signing in, and checkout uses it too.
 */
export function CodeStep({ actor, adviceTexts = codeAdvice }: CodeStepProps) {
  const state = useSelector(actor, (snapshot) => snapshot);
  const [digits, setDigits] = useState(emptyCode);
  useCodeToasts(actor);

  useEffect(() => {
    const controller = new AbortController();
    void awaitSmsCode(controller.signal).then((code) => {
      if (code && !controller.signal.aborted) setDigits([...code]);
    });
    return () => controller.abort();
  }, []);

  const { context } = state;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    actor.send({ type: 'code.submit', code: digits.join('') });
  };
  const failure = context.failure ? codeTexts[context.failure] + (context.failureDetail ?? '') : null;
  const advice = context.advice ?? (context.failure ? adviceTexts[context.failure] : undefined);
  const waitSeconds = secondsUntilResend(context);
  const isCodeSent = state.matches('awaitingCode') || state.matches('signInRefused') || state.matches('signInFailed');
  const isEntering = state.matches('awaitingCode') || state.matches('verifyingCode') || state.matches('resendingCode');

  return (
    <form onSubmit={submit} className="stack gap-4" noValidate>
      <h2 className="midsize">{context.method === 'whatsapp_otp' ? 'Code by WhatsApp' : 'Code by email'}</h2>
      <p role="status" className={classes.status}>
        {statusOf(state) ?? (isCodeSent ? `Sent to ${context.sentTo}` : '')}
      </p>
      {isEntering ? (
        <CodeBoxes digits={digits} onChange={setDigits} hasError={failure !== null} isDisabled={state.hasTag('busy')} />
      ) : null}
      <div className={classes.captcha} ref={showCaptcha} />
      {failure ? (
        <Notice tone="error" role="alert" title={failure}>
          {advice}
        </Notice>
      ) : null}
      {isEntering ? (
        <ActionButton type="submit" loading={state.hasTag('busy')} fullWidth>
          Verify
        </ActionButton>
      ) : null}
      {state.can({ type: 'code.retry' }) ? (
        <ActionButton type="button" onClick={() => actor.send({ type: 'code.retry' })} fullWidth>
          Try again
        </ActionButton>
      ) : null}
      {isEntering ? (
        <Button
          variant="outline"
          disabled={!state.can({ type: 'code.resend' })}
          onClick={() => actor.send({ type: 'code.resend' })}
          className={classes.countdown}
        >
          {waitSeconds > 0 ? `Resend code in ${waitSeconds} s` : 'Resend code'}
        </Button>
      ) : null}
      <Button variant="subtle" onClick={() => actor.send({ type: 'code.back' })}>
        Back
      </Button>
    </form>
  );
}
