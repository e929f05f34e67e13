import '../../../ui/controls.css';
import { Button } from '@mantine/core';
import { FORM_INDEX, useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Profile } from '../../../../contract/student.ts';
import { useIsOffline } from '../../../offline/connection/page-connection.ts';
import { useUnreachable } from '../../../offline/connection/unreachable.ts';
import { dropDraft, readDraft, writeDraft } from '../../../offline/session/drafts.ts';
import { ActionButton } from '../../../ui/links/action-button.tsx';
import { PageLink } from '../../../ui/links/page-link.tsx';
import { ErrorSummary } from '../../../ui/messages/error-summary.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import {
  addressFields,
  experienceFields,
  type FormStart,
  type PartialStudent,
  type ProfileTabKey,
  personalFields,
} from '../profile-fields.ts';
import { AddressInputs } from './address-inputs.tsx';
import { ExperienceInputs } from './experience-inputs.tsx';
import { type TabError, tabErrors } from './form-errors.ts';
import { FormTabs } from './form-tabs.tsx';
import classes from './profile-form.module.css';
import { ProfileInputs } from './profile-inputs.tsx';
import {
  checkProfile,
  isChanged,
  type ProfileValues,
  toDraft,
  toProfileChange,
  toProfileValues,
  withDraft,
} from './profile-values.ts';
import { type ProfileFailure, profileDraft } from './save-profile.ts';

export type ProfileFormProps = {
  student: PartialStudent;
  /**
   * Profile fields that were sent and are not known to be saved, for example because the response was lost. The form
   * starts with them, unless this tab has a draft.
   */
  unsaved?: Partial<Profile>;
  isSaving: boolean;
  failure: ProfileFailure | null;
  /** Path of the page to which the student returns after signing in again. */
  from: string;
  start: FormStart;
  /** Called to save the profile, with the fields that have changed since the form opened. */
  onSave: (change: Partial<Profile>) => void;
  /** Called whenever the form changes. `isChanged`: whether it has unsaved changes. */
  onChanged: (isChanged: boolean) => void;
  onCancel: () => void;
};

const countErrors = (errors: TabError[]): Record<ProfileTabKey, number> => {
  const count = (key: ProfileTabKey) => errors.filter(({ tab }) => tab === key).length;
  return { personal: count('personal'), address: count('address'), experience: count('experience') };
};

/**
 * The fields that are validated while the student types. The date of birth is not among them, because it is incomplete
 * until its last part is typed.
 */
const checkedWhileTyping = [
  ...personalFields.map(({ name }) => name).filter((name) => name !== 'dob'),
  ...addressFields.flatMap(({ name }) => [name, `correspondence_address.${name}`]),
  ...experienceFields.map(({ name }) => `experience.${FORM_INDEX}.${name}`),
];

/**
 * The state of the profile form. A draft of it is stored for this browser tab, so that what was typed survives a failed
 * save and a reload.
 */
function useProfileForm({ student, unsaved, onChanged }: Pick<ProfileFormProps, 'student' | 'unsaved' | 'onChanged'>) {
  const draft = profileDraft(student.id);
  // The profile may be refetched while the form is open, so compare with the profile as it was when the form opened.
  const [before] = useState(() => toProfileValues(student));
  const lastSent = useRef<Partial<Profile>>(unsaved ?? {});
  const form = useForm<ProfileValues>({
    initialValues: withDraft(before, readDraft(draft) ?? toProfileValues({ ...student, ...unsaved })),
    validate: checkProfile,
    validateInputOnChange: checkedWhileTyping,
    validateInputOnBlur: true,
    onValuesChange: (values) => {
      const hasChanges = isChanged(values, before);
      // Report changes at once instead of in an effect: the next key may be Escape, which must then ask for
      // confirmation before the form closes.
      onChanged(hasChanges);
      if (hasChanges) writeDraft(draft, toDraft(values, before));
      else dropDraft(draft);
    },
  });
  const isFromDraft = isChanged(form.getInitialValues(), before);
  useEffect(() => onChanged(isFromDraft), [isFromDraft, onChanged]);
  const toSend = (values: ProfileValues) => {
    lastSent.current = toProfileChange(values, before, lastSent.current);
    return lastSent.current;
  };
  return { form, toSend };
}

/** Says why the profile was not saved and what to do. While offline, it says that saving has to wait. */
function SaveProblem({ failure, from }: { failure: ProfileFailure | null; from: string }) {
  const isOffline = useIsOffline();
  const { reason, when } = useUnreachable();
  return (
    <>
      {failure ? (
        <Notice tone="error" role="alert" title={failure.text}>
          {failure.advice ? <p>{failure.advice}</p> : null}
          <p>Nothing you typed is lost.</p>
          {failure.needsSignIn ? (
            <PageLink href={`/login?from=${from}`}>Sign in again and return to this form</PageLink>
          ) : null}
        </Notice>
      ) : null}
      <div role="status">
        {isOffline ? (
          <Notice tone="waiting" title={`${reason}, so you cannot save`}>
            What you type is saved in this tab. You can save your profile {when}.
          </Notice>
        ) : null}
      </div>
    </>
  );
}

/** The form in which the student edits the profile, in three tabs. */
export function ProfileForm({
  student,
  unsaved,
  isSaving,
  failure,
  from,
  start,
  onSave,
  onChanged,
  onCancel,
}: ProfileFormProps) {
  const { form, toSend } = useProfileForm({ student, unsaved, onChanged });
  const [tries, setTries] = useState(0);
  const [open, setOpen] = useState(start.tab);
  const { setErrors } = form;
  const serverErrors = failure?.fields;

  useEffect(() => {
    if (!serverErrors || Object.keys(serverErrors).length === 0) return;
    setErrors(serverErrors);
    setTries((count) => count + 1);
  }, [serverErrors, setErrors]);

  const errors = tabErrors(form.errors, form.values.experience.length);
  const submit = form.onSubmit(
    (values) => onSave(toSend(values)),
    () => setTries((count) => count + 1),
  );
  // The tab must be rendered before a field in it can be focused, hence flushSync.
  const openTabOf = (id: string) => {
    const tab = errors.find((error) => error.id === id)?.tab;
    if (tab) flushSync(() => setOpen(tab));
  };
  const focusedField = open === start.tab ? start.field : null;
  const panels = {
    personal: (
      <>
        <ProfileInputs form={form} fields={personalFields} focusedField={focusedField} />
        <p className="soft small">
          If you change your name, date of birth, INDOS number or passport number, we check your documents again.
        </p>
      </>
    ),
    address: <AddressInputs form={form} focusedField={focusedField} />,
    experience: <ExperienceInputs form={form} isFocused={start.tab === 'experience'} />,
  };

  return (
    <form onSubmit={submit} noValidate className={`row shrink grow ${classes.form}`} aria-label="Your details">
      <FormTabs open={open} errorCounts={countErrors(errors)} onOpen={setOpen} panels={panels} isDisabled={isSaving}>
        {tries > 0 ? <ErrorSummary errors={errors} tries={tries} onGoTo={openTabOf} /> : null}
      </FormTabs>
      <div className={`stack rigid gap-3 line-above surface ${classes.foot}`}>
        <SaveProblem failure={failure} from={from} />
        <div className="row wrap gap-3">
          <ActionButton type="submit" loading={isSaving}>
            Save
          </ActionButton>
          <Button variant="outline" onClick={onCancel} disabled={isSaving}>
            Cancel
          </Button>
        </div>
        <p role="status" className="visually-hidden">
          {isSaving ? 'Saving your details…' : ''}
        </p>
      </div>
    </form>
  );
}
