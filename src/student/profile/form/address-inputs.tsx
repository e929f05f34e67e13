import '../../../ui/controls.css';
import { Checkbox } from '@mantine/core';
import { addressFields, fieldId } from '../profile-fields.ts';
import classes from './profile-form.module.css';
import { type ProfileFormApi, ProfileInputs } from './profile-inputs.tsx';
import { addressValues } from './profile-values.ts';

/**
 * Tab Address of the profile form. While "Same as permanent address" is ticked, the correspondence address shows the
 * permanent address. Unticking the box shows the correspondence address that was typed before or, if there is none, a
 * copy of the permanent address.
 */
export function AddressInputs({ form, focusedField }: { form: ProfileFormApi; focusedField: string | null }) {
  const { isSameAddress, correspondence_address: typed } = form.values;
  const setSameAddress = (isSame: boolean) => {
    const isTyped = addressFields.some(({ name }) => typed[name]);
    const copy = isSame || isTyped ? {} : { correspondence_address: addressValues(form.values) };
    form.setValues({ isSameAddress: isSame, ...copy });
    for (const { name } of addressFields) form.clearFieldError(`correspondence_address.${name}`);
  };
  return (
    <>
      <fieldset className={`stack shrink gap-4 ${classes.group}`}>
        <legend>Permanent address</legend>
        <ProfileInputs form={form} fields={addressFields} focusedField={focusedField} />
      </fieldset>
      <fieldset className={`stack shrink gap-4 ${classes.group}`}>
        <legend>Correspondence address</legend>
        <Checkbox
          id={fieldId('isSameAddress')}
          label="Same as permanent address"
          checked={isSameAddress}
          onChange={(event) => setSameAddress(event.currentTarget.checked)}
        />
        <ProfileInputs
          form={form}
          fields={addressFields}
          group="correspondence_address"
          readOnlyValues={isSameAddress ? addressValues(form.values) : null}
        />
      </fieldset>
    </>
  );
}
