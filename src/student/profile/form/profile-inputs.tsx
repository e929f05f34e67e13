import '../../../ui/controls.css';
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { requiredProfileFields } from '../../../../contract/student.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { SameAsMobileButton } from '../../../ui/same-as-mobile-button.tsx';
import { fieldId, type ProfileField } from '../profile-fields.ts';
import classes from './profile-form.module.css';
import type { ProfileValues } from './profile-values.ts';

export type ProfileFormApi = UseFormReturnType<ProfileValues>;

export const wrapperOrder: Array<'label' | 'input' | 'description' | 'error'> = [
  'label',
  'input',
  'description',
  'error',
];
const required: readonly string[] = requiredProfileFields;

function BirthdayInput({ form, ...field }: { form: ProfileFormApi; label: string; isFocusedFirst: boolean }) {
  const { value, error, onChange } = form.getInputProps('dob');
  return (
    <DateField
      id={fieldId('dob')}
      description="For example 14 6 2003"
      required
      isBirthday
      value={value}
      error={error ? String(error) : null}
      onChange={onChange}
      onLeave={() => form.validateField('dob')}
      {...field}
    />
  );
}

type ProfileInputsProps = {
  form: ProfileFormApi;
  fields: ProfileField[];
  /**
   * Path of the form value that contains the fields, such as `correspondence_address`. If missing, the fields are at
   * the top level of the form.
   */
  group?: string;
  /** Name of the field to focus when the form opens. */
  focusedField?: string | null;
  /** If set, the fields are disabled and show these values instead of the values of the form. */
  readOnlyValues?: Record<string, string> | null;
};

/** Text fields of the profile form, in two columns if there is enough width. */
export function ProfileInputs({ form, fields, group, focusedField, readOnlyValues = null }: ProfileInputsProps) {
  return (
    <div className={`stack gap-4 ${classes.fields}`}>
      {fields.map(({ name, ...field }) => {
        const path = group ? `${group}.${name}` : name;
        if (field.type === 'birthday')
          return <BirthdayInput key={path} form={form} label={field.label} isFocusedFirst={focusedField === path} />;
        const input = (
          <TextInput
            key={path}
            id={fieldId(path)}
            name={path}
            {...field}
            inputWrapperOrder={wrapperOrder}
            required={!group && required.includes(name)}
            {...form.getInputProps(path)}
            {...(readOnlyValues ? { value: readOnlyValues[name] ?? '', disabled: true, error: null } : {})}
            {...(focusedField === path ? { 'data-autofocus': true } : {})}
          />
        );
        if (path !== 'whatsapp_number') return input;
        return (
          <div key={path} className="stack gap-2">
            {input}
            <SameAsMobileButton form={form} />
          </div>
        );
      })}
    </div>
  );
}
