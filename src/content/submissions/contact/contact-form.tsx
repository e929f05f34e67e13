import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { paths } from '../../../../contract/pages.ts';
import { apiOf } from '../../../lib/api.ts';
import { ActionButton } from '../../../ui/links/action-button.tsx';
import { PageLink } from '../../../ui/links/page-link.tsx';
import { ErrorSummary } from '../../../ui/messages/error-summary.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { ConnectionNote } from '../connection-note.tsx';
import { NoscriptNote } from '../noscript-note.tsx';
import { QueuedNote } from '../queued-note.tsx';
import { ReceivedNote } from '../received-note.tsx';
import classes from '../submission.module.css';
import type { SubmissionRefusal } from '../submission-refusal.ts';
import { useRestoredValues } from '../use-restored-values.ts';
import { hasSameValues, useSubmission } from '../use-submission.ts';
import { WaitingNoteSlot } from '../waiting-note-slot.tsx';
import {
  type ContactPrefill,
  type ContactValues,
  contactErrors,
  dropSentContact,
  emptyContact,
  hasEmptyRequired,
  initialContact,
  readContactDraft,
  saveContactDraft,
  toContact,
  validateContact,
} from './contact-fields.ts';
import { ContactInputs } from './contact-inputs.tsx';
import { contactTexts } from './contact-texts.ts';
import { sendContact, toContactRefusal } from './send-contact.ts';

/**
 * The contact form (docs/product.md#forms). If the URL changes to one that fills in other values, the form starts over
 * with the new values.
 */
export function ContactForm({ subject, message }: ContactPrefill) {
  return <PrefilledForm key={`${subject} ${message}`} initial={initialContact({ subject, message })} />;
}

type ContactOutcomeProps = { reference: string | null; isQueued: boolean; refusal: SubmissionRefusal | null };

/** Shows the result of the last enquiry. Unlike the toast about it, this note stays on the page. */
function ContactOutcome({ reference, isQueued, refusal }: ContactOutcomeProps) {
  return (
    <div className={`stack gap-3 ${classes.outcome}`}>
      {refusal ? (
        <Notice tone="error" role="alert" title={contactTexts.failed}>
          {refusal.advice}
        </Notice>
      ) : null}
      {reference ? (
        <ReceivedNote
          {...contactTexts.received}
          reference={reference}
          advice="Please mention this number when you write or call again."
        />
      ) : null}
      {isQueued ? <QueuedNote /> : null}
    </div>
  );
}

function PrefilledForm({ initial }: { initial: ContactValues }) {
  const element = useRef<HTMLFormElement>(null);
  const isShown = () => element.current !== null;
  const api = apiOf(useQueryClient());
  const [tries, setTries] = useState(0);
  const form = useForm<ContactValues>({
    initialValues: initial,
    validate: validateContact,
    validateInputOnBlur: true,
    onValuesChange: (values) => saveContactDraft(values, initial),
  });
  const isHydrated = useRestoredValues(element, form, readContactDraft);
  /**
   * Clears the form after its values were sent, unless they have been changed since: the new values have not been sent.
   */
  const clear = (sent: ContactValues) => {
    // If the visitor has left the page, delete only the draft of the values that were sent: a form opened since then
    // may have saved a newer draft.
    if (!isShown()) return dropSentContact(sent, initial);
    if (!hasSameValues(form.getValues(), sent)) return;
    form.setValues(emptyContact);
    form.clearErrors();
    setTries(0);
    saveContactDraft(emptyContact, initial);
  };
  const submission = useSubmission<ContactValues>({
    send: (values) => sendContact(api, toContact(values), isShown),
    readRefusal: toContactRefusal,
    onReceived: (sent) => {
      clear(sent);
      // While the form is shown, the toast is silent: screen readers read the note with the same text on the page.
      showToast({ ...contactTexts.received, tone: 'success', isSilent: isShown() });
    },
    onQueued: clear,
    onRefused: ({ fields, advice }) => {
      form.setErrors(fields);
      setTries((count) => count + 1);
      if (isShown()) return;
      const reason = Object.values(fields)[0] ?? advice;
      showToast({ ...contactTexts.notSent(reason), tone: 'error' });
    },
  });
  const { isSending } = submission;
  const errors = contactErrors(form.errors);
  const isIncomplete = hasEmptyRequired(form.values);
  const submit = form.onSubmit(
    (values) => submission.submit(values),
    () => {
      submission.forget();
      setTries((count) => count + 1);
    },
  );

  return (
    <form
      ref={element}
      onSubmit={submit}
      noValidate
      className={`stack shrink gap-5 screen-only ${classes.form}`}
      aria-label="Contact form"
    >
      <ConnectionNote action="send your message" />
      {tries > 0 ? (
        <ErrorSummary errors={errors} tries={tries} title={isIncomplete ? contactTexts.incomplete : undefined} />
      ) : null}
      <ContactInputs form={form} />
      <NoscriptNote />
      <ContactOutcome {...submission} refusal={errors.length > 0 ? null : submission.refusal} />
      <div className={`row wrap middle ${classes.actions}`}>
        <ActionButton type={isHydrated ? 'submit' : 'button'} aria-disabled={isSending}>
          {isSending ? 'Sending...' : 'Send message'}
        </ActionButton>
        <p className="soft small">
          We store your message according to our <PageLink href={paths.privacyPolicy}>privacy policy</PageLink>.
        </p>
      </div>
      {submission.isQueued ? null : <WaitingNoteSlot />}
      <p role="status" className="visually-hidden">
        {isSending ? 'Sending your message' : ''}
      </p>
    </form>
  );
}
