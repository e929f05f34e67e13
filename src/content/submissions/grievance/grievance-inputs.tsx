import '../../../ui/controls.css';
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { longestGrievanceContact } from '../../../../contract/submissions.ts';
import classes from '../submission.module.css';
import {
  emptyPerson,
  type GrievanceName,
  type GrievanceValues,
  grievanceId,
  grievanceLabels,
  personNames,
} from './grievance-fields.ts';

const order: Array<'label' | 'input' | 'description' | 'error'> = ['label', 'input', 'description', 'error'];

/** The fields of the grievance form. Checking "anonymous" clears and disables the personal fields. */
export function GrievanceInputs({ form }: { form: UseFormReturnType<GrievanceValues> }) {
  const { anonymous } = form.values;
  const field = (name: GrievanceName) => ({
    id: grievanceId(name),
    name,
    label: grievanceLabels[name],
    inputWrapperOrder: order,
    ...form.getInputProps(name),
  });
  const person = { required: !anonymous, disabled: anonymous };
  const setAnonymous = (isAnonymous: boolean) => {
    form.setValues(isAnonymous ? { anonymous: true, ...emptyPerson } : { anonymous: false });
    for (const name of personNames) form.clearFieldError(name);
  };
  return (
    <>
      <Textarea
        {...field('grievance')}
        rows={7}
        required
        // Switch autofill off, so that the browser does not remember the text. The text is stored only in our own
        // draft, and not even there if the grievance is anonymous.
        autoComplete="off"
        description="What happened, where and when, and what would put it right."
      />
      <Checkbox
        id={grievanceId('anonymous')}
        name="anonymous"
        label="Submit anonymously"
        description="Your name, contact number and email are not sent or stored, so we cannot reply to you. Your text is saved on this device only if you submit it without a connection, and only until it is sent."
        checked={anonymous}
        onChange={({ currentTarget }) => setAnonymous(currentTarget.checked)}
        classNames={{ body: classes.consentRow ?? '', label: classes.consent ?? '' }}
      />
      <TextInput {...field('name')} {...person} autoComplete="name" autoCapitalize="words" />
      <div className={`stack gap-5 ${classes.pair}`}>
        <TextInput
          {...field('contact')}
          {...person}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          description={`At most ${longestGrievanceContact} characters.`}
        />
        <TextInput
          {...field('email')}
          {...person}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          description="The decision is sent here."
        />
      </div>
    </>
  );
}
