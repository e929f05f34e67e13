import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { apiOf } from '../../../lib/api.ts';
import { ActionButton } from '../../../ui/links/action-button.tsx';
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
  dropSentGrievance,
  emptyGrievance,
  emptyPerson,
  type GrievanceValues,
  grievanceErrors,
  hasInput,
  hasLongContact,
  hasPerson,
  type Person,
  personOf,
  readGrievanceDraft,
  saveGrievanceDraft,
  toGrievance,
  validateGrievance,
} from './grievance-fields.ts';
import { GrievanceInputs } from './grievance-inputs.tsx';
import { grievanceTexts } from './grievance-texts.ts';
import { otherWaysId } from './other-ways.tsx';
import { ResetButton } from './reset-button.tsx';
import { sendGrievance } from './send-grievance.ts';

type GrievanceOutcomeProps = {
  reference: string | null;
  isQueued: boolean;
  wasAnonymous: boolean;
  refusal: SubmissionRefusal | null;
};

/** Shows the result of the last grievance sent. Unlike the toast about it, this note stays on the page. */
function GrievanceOutcome({ reference, isQueued, wasAnonymous, refusal }: GrievanceOutcomeProps) {
  const { failed, received } = grievanceTexts;
  const advice = wasAnonymous
    ? 'Write this number down now: we did not store your name, so we cannot send it to you.'
    : 'It will be put before the committee within 15 working days.';
  return (
    <div className={`stack gap-3 ${classes.outcome}`}>
      {refusal ? (
        <Notice tone="error" role="alert" title={failed.title}>
          <p>
            <a href={`#${otherWaysId}`}>{failed.message}</a>
          </p>
          <p>{refusal.advice}</p>
        </Notice>
      ) : null}
      {reference ? <ReceivedNote {...received} reference={reference} advice={advice} /> : null}
      {isQueued ? <QueuedNote isAnonymous={wasAnonymous} /> : null}
    </div>
  );
}

/** The grievance form (docs/product.md#grievance-page). */
export function GrievanceForm() {
  const element = useRef<HTMLFormElement>(null);
  const isShown = () => element.current !== null;
  const api = apiOf(useQueryClient());
  const [tries, setTries] = useState(0);
  const [wasAnonymous, setWasAnonymous] = useState(false);
  // While "anonymous" is checked, the personal fields are stored only in memory, so that unchecking it restores them.
  const hiddenPerson = useRef<Person>(emptyPerson);
  const form = useForm<GrievanceValues>({
    initialValues: emptyGrievance,
    validate: validateGrievance,
    validateInputOnBlur: true,
    onValuesChange: (values, before) => {
      saveGrievanceDraft(values);
      if (values.anonymous && !before.anonymous) {
        // If "anonymous" was checked before hydration, the personal fields are not cleared yet, so clear them here.
        const isCleared = !hasPerson(values);
        hiddenPerson.current = personOf(isCleared ? before : values);
        if (!isCleared) form.setValues(emptyPerson);
      }
      if (!values.anonymous && before.anonymous) form.setValues(hiddenPerson.current);
    },
  });
  const isHydrated = useRestoredValues(element, form, readGrievanceDraft);
  const clear = () => {
    hiddenPerson.current = emptyPerson;
    form.setValues(emptyGrievance);
    form.clearErrors();
    setTries(0);
  };
  /**
   * Clears the form after its values were sent, unless they have been changed since: the new values have not been sent.
   */
  const finish = (sent: GrievanceValues) => {
    // If the visitor has left the page, delete only the draft of the values that were sent: a form opened since then
    // may have saved a newer draft.
    if (!isShown()) return dropSentGrievance(sent);
    setWasAnonymous(sent.anonymous);
    if (hasSameValues(form.getValues(), sent)) clear();
  };
  const submission = useSubmission<GrievanceValues>({
    send: (values) => sendGrievance(api, toGrievance(values), isShown),
    onReceived: (sent) => {
      finish(sent);
      // While the form is shown, the toast is silent: screen readers read the note with the same text on the page.
      showToast({ ...grievanceTexts.received, tone: 'success', isSilent: isShown() });
    },
    onQueued: finish,
    onRefused: ({ fields }) => {
      form.setErrors(fields);
      setTries((count) => count + 1);
      const { wrongContact, failed } = grievanceTexts;
      const isContactWrong = fields.contact === wrongContact.message;
      // While the form is shown, the toast is silent: screen readers read the form's alert, which says what is wrong.
      const isSilent = isShown();
      showToast({ ...(isContactWrong ? wrongContact : failed), tone: isContactWrong ? 'error' : 'warning', isSilent });
    },
  });
  const { isSending, reference, isQueued, refusal } = submission;
  const errors = grievanceErrors(form.errors);
  const submit = form.onSubmit(
    (values) => submission.submit(values),
    (_, values) => {
      submission.forget();
      setTries((count) => count + 1);
      if (hasLongContact(values)) showToast({ ...grievanceTexts.wrongContact, tone: 'error', isSilent: true });
    },
  );

  return (
    <form
      ref={element}
      onSubmit={submit}
      noValidate
      className={`stack shrink gap-5 screen-only ${classes.form}`}
      aria-label="Grievance form"
    >
      <ConnectionNote action="submit it" />
      {tries > 0 ? <ErrorSummary errors={errors} tries={tries} /> : null}
      <GrievanceInputs form={form} />
      <NoscriptNote />
      <GrievanceOutcome
        reference={reference}
        isQueued={isQueued}
        wasAnonymous={wasAnonymous}
        refusal={errors.length > 0 ? null : refusal}
      />
      <div className={`row wrap middle ${classes.actions}`}>
        <ActionButton type={isHydrated ? 'submit' : 'button'} aria-disabled={isSending}>
          {isSending ? grievanceTexts.submitting : grievanceTexts.submit}
        </ActionButton>
        <ResetButton
          hasInput={() => hasInput(form.getValues())}
          onReset={() => {
            clear();
            submission.forget();
          }}
        />
      </div>
      {isQueued ? null : <WaitingNoteSlot />}
      <p role="status" className="visually-hidden">
        {isSending ? 'Submitting your grievance' : ''}
      </p>
    </form>
  );
}
