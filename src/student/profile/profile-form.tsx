import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Profile } from '../../../contract/student.ts';
import { dropDraft, readDraft, writeDraft } from '../../offline/drafts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { AddressInputs } from './address-inputs.tsx';
import { ExperienceInputs } from './experience-inputs.tsx';
import { faultsOf, type TabFault } from './form-faults.ts';
import { FormTabs } from './form-tabs.tsx';
import type { ProfileFailure } from './profile-failure.ts';
import { type FormStart, type KnownStudent, type ProfileTabKey, personalFields } from './profile-fields.ts';
import classes from './profile-form.module.css';
import { ProfileInputs } from './profile-inputs.tsx';
import {
  checkProfile,
  isChanged,
  type ProfileValues,
  profileFormSchema,
  settledValues,
  toProfileValues,
  withDraft,
} from './profile-values.ts';
import { profileDraft } from './save-profile.ts';
import { SaveTrouble } from './save-trouble.tsx';

export type ProfileFormProps = {
  student: KnownStudent;
  isSaving: boolean;
  failure: ProfileFailure | null;
  /** Where to come back to after signing in again. */
  from: string;
  start: FormStart;
  onSave: (profile: Partial<Profile>) => void;
  /** Whether there is anything to save. */
  onChanged: (isChanged: boolean) => void;
  onCancel: () => void;
};

const countFaults = (faults: TabFault[]): Record<ProfileTabKey, number> => {
  const count = (key: ProfileTabKey) => faults.filter(({ tab }) => tab === key).length;
  return { personal: count('personal'), address: count('address'), experience: count('experience') };
};

/** The form with its draft: what was typed outlives a failed save and a reload. */
function useProfileForm(student: KnownStudent, onChanged: (isChanged: boolean) => void) {
  const draft = profileDraft(student.id);
  const [before] = useState(() => toProfileValues(student));
  const form = useForm<ProfileValues>({
    initialValues: withDraft(before, readDraft(draft)),
    validate: checkProfile,
    validateInputOnChange: true,
    validateInputOnBlur: true,
    onValuesChange: (values) => {
      const hasChanges = isChanged(values, before);
      // With the typing itself: Escape may be the next key.
      onChanged(hasChanges);
      if (hasChanges) writeDraft(draft, values);
      else dropDraft(draft);
    },
  });
  const isFromDraft = isChanged(form.getInitialValues(), before);
  useEffect(() => onChanged(isFromDraft), [isFromDraft, onChanged]);
  return form;
}

/** Edit form of the profile (document 2, section 5), in three tabs. */
export function ProfileForm({
  student,
  isSaving,
  failure,
  from,
  start,
  onSave,
  onChanged,
  onCancel,
}: ProfileFormProps) {
  const form = useProfileForm(student, onChanged);
  const [tries, setTries] = useState(0);
  const [open, setOpen] = useState(start.tab);
  const { setErrors } = form;
  const told = failure?.fields;

  useEffect(() => {
    if (!told || Object.keys(told).length === 0) return;
    setErrors(told);
    setTries((count) => count + 1);
  }, [told, setErrors]);

  const faults = faultsOf(form.errors, form.values.experience.length);
  const submit = form.onSubmit(
    (values) => onSave(profileFormSchema.parse(settledValues(values))),
    () => setTries((count) => count + 1),
  );
  // The field must stand there before it can be focused.
  const leadTo = (id: string) => {
    const tab = faults.find((fault) => fault.id === id)?.tab;
    if (tab) flushSync(() => setOpen(tab));
  };
  const wanted = open === start.tab ? start.field : null;
  const panels = {
    personal: <ProfileInputs form={form} fields={personalFields} wanted={wanted} />,
    address: <AddressInputs form={form} wanted={wanted} />,
    experience: <ExperienceInputs form={form} isWanted={start.tab === 'experience'} />,
  };

  return (
    <form onSubmit={submit} noValidate className={classes.form} aria-label="Your details">
      <FormTabs open={open} faults={countFaults(faults)} onOpen={setOpen} panels={panels}>
        {tries > 0 ? <ErrorSummary faults={faults} tries={tries} onLead={leadTo} /> : null}
      </FormTabs>
      <div className={classes.foot}>
        <SaveTrouble failure={failure} from={from} />
        <div className={classes.actions}>
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
