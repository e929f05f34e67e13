import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { paths } from '../../contract/pages.ts';
import type { ContactForm as Enquiry } from '../../contract/submissions.ts';
import { apiOf } from '../lib/api.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { showToast } from '../ui/toasts.ts';
import { ConnectionNote } from './submissions/connection-note.tsx';
import {
  type ContactPrefill,
  type ContactValues,
  checkContact,
  contactFaults,
  contactStart,
  emptyContact,
  keepContactDraft,
  lacksRequired,
  readContactDraft,
  toContact,
} from './submissions/contact-fields.ts';
import { ContactInputs } from './submissions/contact-inputs.tsx';
import { ContactOutcome } from './submissions/contact-outcome.tsx';
import { contactTexts } from './submissions/contact-texts.ts';
import { NoScriptNote } from './submissions/no-script-note.tsx';
import { sendContact, toContactRefusal } from './submissions/send-contact.ts';
import classes from './submissions/submission.module.css';
import { useStandingValues } from './submissions/use-standing-values.ts';
import { useSubmission } from './submissions/use-submission.ts';

/** The contact form (document 2, sections 2, 3, 5 and 8), begun anew where the address fills in something else. */
export function ContactForm({ subject, message }: ContactPrefill) {
  return <OpenForm key={`${subject} ${message}`} start={contactStart({ subject, message })} />;
}

function OpenForm({ start }: { start: ContactValues }) {
  const element = useRef<HTMLFormElement>(null);
  const api = apiOf(useQueryClient());
  const [tries, setTries] = useState(0);
  const form = useForm<ContactValues>({
    initialValues: start,
    validate: checkContact,
    validateInputOnBlur: true,
    onValuesChange: (values) => keepContactDraft(values, start),
  });
  const isRunning = useStandingValues(element, form, readContactDraft);
  const clear = () => {
    form.setValues(emptyContact);
    form.clearErrors();
    setTries(0);
    keepContactDraft(emptyContact, start);
  };
  const sending = useSubmission<Enquiry>({
    send: (enquiry) => sendContact(api, enquiry),
    readRefusal: toContactRefusal,
    onReceived: () => {
      clear();
      showToast({ ...contactTexts.received, tone: 'right' });
    },
    onKept: clear,
    onRefused: ({ fields }) => {
      form.setErrors(fields);
      setTries((count) => count + 1);
    },
  });
  const { isSending } = sending;
  const faults = contactFaults(form.errors);
  const isIncomplete = lacksRequired(form.values);
  const send = form.onSubmit(
    (values) => sending.submit(toContact(values)),
    () => {
      sending.forget();
      setTries((count) => count + 1);
    },
  );

  return (
    <form ref={element} onSubmit={send} noValidate className={classes.form} aria-label="Contact form">
      <ConnectionNote advice="Send it all the same: it is saved on this device, and sent when the connection is back." />
      {tries > 0 ? (
        <ErrorSummary faults={faults} tries={tries} title={isIncomplete ? contactTexts.incomplete : undefined} />
      ) : null}
      <ContactInputs form={form} />
      <NoScriptNote />
      <ContactOutcome {...sending} refusal={faults.length > 0 ? null : sending.refusal} />
      <div className={classes.actions}>
        <ActionButton type={isRunning ? 'submit' : 'button'} aria-disabled={isSending}>
          {isSending ? 'Sending...' : 'Send message'}
        </ActionButton>
        <p className={classes.small}>
          What you write is kept as our <PageLink href={paths.privacyPolicy}>privacy policy</PageLink> says.
        </p>
      </div>
      <p role="status" className="visually-hidden">
        {isSending ? 'Sending your message' : ''}
      </p>
    </form>
  );
}
