import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { GrievanceForm as Grievance } from '../../../contract/submissions.ts';
import { apiOf } from '../../lib/api.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { showToast } from '../../ui/toasts.ts';
import { ConnectionNote } from './connection-note.tsx';
import {
  checkGrievance,
  emptyGrievance,
  type GrievanceValues,
  grievanceFaults,
  hasLongContact,
  hasText,
  keepGrievanceDraft,
  noPerson,
  type Person,
  personOf,
  readGrievanceDraft,
  toGrievance,
} from './grievance-fields.ts';
import { GrievanceInputs } from './grievance-inputs.tsx';
import { GrievanceOutcome } from './grievance-outcome.tsx';
import { grievanceTexts } from './grievance-texts.ts';
import { NoScriptNote } from './no-script-note.tsx';
import { ResetButton } from './reset-button.tsx';
import { sendGrievance } from './send-grievance.ts';
import classes from './submission.module.css';
import { useStandingValues } from './use-standing-values.ts';
import { useSubmission } from './use-submission.ts';

const cutAdvice = 'Submit it all the same: it is saved on this device, and sent when the connection is back.';

/** The grievance form (document 2, sections 2, 4, 5 and 8). */
export function GrievanceForm() {
  const element = useRef<HTMLFormElement>(null);
  const api = apiOf(useQueryClient());
  const [tries, setTries] = useState(0);
  const [wasAnonymous, setWasAnonymous] = useState(false);
  // Who writes, while the form is anonymous: in this page's memory alone, and back when it is so no longer.
  const aside = useRef<Person>(noPerson);
  const form = useForm<GrievanceValues>({
    initialValues: emptyGrievance,
    validate: checkGrievance,
    validateInputOnBlur: true,
    onValuesChange: (values, before) => {
      keepGrievanceDraft(values);
      if (values.anonymous && !before.anonymous) aside.current = personOf(before);
      if (!values.anonymous && before.anonymous) form.setValues(aside.current);
    },
  });
  const isRunning = useStandingValues(element, form, readGrievanceDraft);
  const clear = () => {
    aside.current = noPerson;
    form.setValues(emptyGrievance);
    form.clearErrors();
    setTries(0);
  };
  const end = () => {
    setWasAnonymous(form.getValues().anonymous);
    clear();
  };
  const sending = useSubmission<Grievance>({
    send: (grievance) => sendGrievance(api, grievance),
    onReceived: () => {
      end();
      showToast({ ...grievanceTexts.received, tone: 'right' });
    },
    onKept: end,
    onRefused: ({ fields }) => {
      form.setErrors(fields);
      setTries((count) => count + 1);
      const { wrongContact, failed } = grievanceTexts;
      const isContactWrong = fields.contact === wrongContact.message;
      showToast(isContactWrong ? { ...wrongContact, tone: 'wrong' } : { ...failed, tone: 'warning' });
    },
  });
  const { isSending, reference, isKept, refusal } = sending;
  const faults = grievanceFaults(form.errors);
  const send = form.onSubmit(
    (values) => sending.submit(toGrievance(values)),
    (_, values) => {
      sending.forget();
      setTries((count) => count + 1);
      if (hasLongContact(values)) showToast({ ...grievanceTexts.wrongContact, tone: 'wrong' });
    },
  );

  return (
    <form ref={element} onSubmit={send} noValidate className={classes.form} aria-label="Grievance form">
      <ConnectionNote advice={cutAdvice} />
      {tries > 0 ? <ErrorSummary faults={faults} tries={tries} /> : null}
      <GrievanceInputs form={form} />
      <NoScriptNote />
      <GrievanceOutcome
        reference={reference}
        isKept={isKept}
        wasAnonymous={wasAnonymous}
        refusal={faults.length > 0 ? null : refusal}
      />
      <div className={classes.actions}>
        <ActionButton type={isRunning ? 'submit' : 'button'} aria-disabled={isSending}>
          {isSending ? grievanceTexts.submitting : grievanceTexts.submit}
        </ActionButton>
        <ResetButton
          hasTyped={() => hasText(form.getValues())}
          onReset={() => {
            clear();
            sending.forget();
          }}
        />
      </div>
      <p role="status" className="visually-hidden">
        {isSending ? 'Submitting your grievance' : ''}
      </p>
    </form>
  );
}
