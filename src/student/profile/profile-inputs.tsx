import '../../ui/controls.css';
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { requiredProfileFields } from '../../../contract/student.ts';
import { fieldId, type ProfileField } from './profile-fields.ts';
import classes from './profile-form.module.css';
import type { ProfileValues } from './profile-values.ts';

export type ProfileFormApi = UseFormReturnType<ProfileValues>;

export const partsInOrder: Array<'label' | 'input' | 'description' | 'error'> = [
  'label',
  'input',
  'description',
  'error',
];
const required: readonly string[] = requiredProfileFields;

type ProfileInputsProps = {
  form: ProfileFormApi;
  fields: ProfileField[];
  /** The object of the form that holds the fields; none: the form itself. */
  group?: string;
  /** The field that the form is opened for. */
  wanted?: string | null;
  /** Texts to show instead of the form's own; nothing can be typed then. */
  followed?: Record<string, string> | null;
};

/** Text fields of the form, in two columns where both have room. */
export function ProfileInputs({ form, fields, group, wanted, followed = null }: ProfileInputsProps) {
  return (
    <div className={classes.fields}>
      {fields.map(({ name, ...field }) => {
        const path = group ? `${group}.${name}` : name;
        return (
          <TextInput
            key={path}
            id={fieldId(path)}
            name={path}
            {...field}
            inputWrapperOrder={partsInOrder}
            required={!group && required.includes(name)}
            {...form.getInputProps(path)}
            {...(followed ? { value: followed[name] ?? '', disabled: true, error: null } : {})}
            {...(wanted === path ? { 'data-autofocus': true } : {})}
          />
        );
      })}
    </div>
  );
}
