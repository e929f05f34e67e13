import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { CodeMethod } from '../../../contract/auth.ts';
import { paths } from '../../../contract/pages.ts';
import type { CodeOut } from '../../../machines/one-time-code.machine.ts';
import authClasses from '../../auth/auth-page.module.css';
import { CodeStep } from '../../auth/sign-in/code-step.tsx';
import { codeAdvice } from '../../auth/sign-in/login-texts.ts';
import { codeOutSchema, isCodeOutValid, useSentCode } from '../../auth/sign-in/pending-code.ts';
import { watched } from '../../lib/machine-log/live-machines.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { dropDraft, readDraft, writeDraft } from '../../offline/session/drafts.ts';
import { studentQueries } from '../../student/student.queries.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import { useCheckout } from '../checkout-context.ts';
import { CheckoutLoading } from '../checkout-loading.tsx';
import { contactsOf, createContactFlow } from './contact-flow.ts';

const draftName = 'contact-code:1';
const saveSentCode = (codeOut: CodeOut) => writeDraft(draftName, codeOut);
const dropSentCode = () => dropDraft(draftName);

/**
 * Details of the one-time code that was sent by `method` (WhatsApp or email) before a reload, such as where it was
 * sent. Null if no code was sent, or if the server would not accept it any more.
 */
function readSentCode(method: CodeMethod): CodeOut | null {
  const { success, data } = codeOutSchema.safeParse(readDraft(draftName));
  return success && data.method === method && isCodeOutValid(data, Date.now()) ? data : null;
}

const methods = [
  { method: 'whatsapp_otp', label: 'Code by WhatsApp' },
  { method: 'email_otp', label: 'Code by email' },
] as const;

const adviceTexts: typeof codeAdvice = {
  ...codeAdvice,
  notOnWhatsapp: 'Go back and choose email, or change your details.',
  providerUnavailable: 'Check your connection and try again.',
};

/** Lets the student choose which contact to verify: the WhatsApp number or the email address. */
function ChooseContact() {
  const { state, send, studentId } = useCheckout();
  const { data: student, isPending } = useQuery(studentQueries.profile(studentId));
  if (isPending) return <CheckoutLoading label="Your details are loading" />;
  const contacts = contactsOf(student);
  return (
    <div className="stack gap-4">
      <p>
        Before we hold your seats, please verify one of your contacts. We will send a six-digit code to it. Your order
        and the accepted terms stay as they are.
      </p>
      {methods.map(({ method, label }) =>
        contacts[method] ? (
          <Button
            key={method}
            variant="outline"
            className={authClasses.method}
            disabled={!state.can({ type: 'contact.choose', method })}
            onClick={() => send({ type: 'contact.choose', method })}
          >
            <span>
              {label} <small>to {contacts[method]}</small>
            </span>
          </Button>
        ) : null,
      )}
      <p>
        Is one of them wrong?{' '}
        <PageLink href={paths.checkoutInformation} className={authClasses.link}>
          Change your details
        </PageLink>
      </p>
      <Button variant="subtle" onClick={() => send({ type: 'review.return' })}>
        Back to your order
      </Button>
    </div>
  );
}

/** Sends a one-time code to the chosen contact and lets the student enter it. */
function EnterCode({ method }: { method: CodeMethod }) {
  const { send, studentId } = useCheckout();
  const client = useQueryClient();
  const [flow] = useState(() => createContactFlow(client, studentId));
  const [input] = useState(() => ({ method, user: { user_id: studentId }, codeOut: readSentCode(method) }));
  const [state, , actor] = useMachine(flow, { input, ...watched });
  const outcome = state.output?.kind;
  useSentCode(actor, saveSentCode, dropSentCode);
  useEffect(() => {
    if (outcome) send({ type: outcome === 'signedIn' ? 'contact.verified' : 'contact.back' });
  }, [outcome, send]);
  return <CodeStep actor={actor} adviceTexts={adviceTexts} />;
}

/**
 * The step of checkout in which the student verifies a phone number or email address by a one-time code. Then the order
 * is sent again.
 */
export function ContactCheck() {
  const { state, isOnline } = useCheckout();
  const { reason, when } = useUnreachable();
  const { contactMethod } = state.context;
  return (
    <>
      {isOnline ? null : (
        <p role="status">
          {reason}. Your order is saved; you can continue {when}.
        </p>
      )}
      {state.matches({ review: 'verifyingContact' }) && contactMethod ? (
        <EnterCode key={contactMethod} method={contactMethod} />
      ) : (
        <ChooseContact />
      )}
    </>
  );
}
