import '../../../ui/controls.css';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { contactSubjects } from '../../../../contract/submissions.ts';
import { Icon } from '../../../ui/icons.tsx';
import classes from '../submission.module.css';
import { type ContactName, type ContactValues, contactId, contactLabels, requiredNames } from './contact-fields.ts';
import { subjectLabels } from './contact-texts.ts';

const choices = [
  { value: '', label: 'Choose a subject' },
  ...contactSubjects.map((subject) => ({ value: subject, label: subjectLabels[subject] })),
];

export function ContactInputs({ form }: { form: UseFormReturnType<ContactValues> }) {
  const field = (name: ContactName) => ({
    id: contactId(name),
    name,
    label: contactLabels[name],
    required: requiredNames.includes(name),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as Array<'label' | 'input' | 'description' | 'error'>,
    ...form.getInputProps(name),
  });
  return (
    <>
      <div className={`stack gap-5 ${classes.pair}`}>
        <TextInput {...field('name')} autoComplete="name" autoCapitalize="words" />
        <TextInput {...field('email')} type="email" inputMode="email" autoComplete="email" autoCapitalize="none" />
      </div>
      <div className={`stack gap-5 ${classes.pair}`}>
        <TextInput
          {...field('phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          description="If you would like us to call you back."
        />
        <NativeSelect {...field('subject')} data={choices} rightSection={<Icon name="chevronDown" size={18} />} />
      </div>
      <Textarea {...field('message')} rows={6} />
    </>
  );
}
