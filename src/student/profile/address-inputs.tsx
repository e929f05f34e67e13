import '../../ui/controls.css';
import { Checkbox } from '@mantine/core';
import { addressFields, fieldId } from './profile-fields.ts';
import classes from './profile-form.module.css';
import { type ProfileFormApi, ProfileInputs } from './profile-inputs.tsx';
import { permanentAddress } from './profile-values.ts';

/** Tab Address: both addresses; the second may follow the first, and keeps its copy when it stops. */
export function AddressInputs({ form, wanted }: { form: ProfileFormApi; wanted: string | null }) {
  const { isSameAddress } = form.values;
  const follow = (isSame: boolean) => {
    form.setValues({ isSameAddress: isSame, correspondence_address: permanentAddress(form.values) });
    for (const { name } of addressFields) form.clearFieldError(`correspondence_address.${name}`);
  };
  return (
    <>
      <fieldset className={classes.group}>
        <legend>Permanent address</legend>
        <ProfileInputs form={form} fields={addressFields} wanted={wanted} />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>Correspondence address</legend>
        <Checkbox
          id={fieldId('isSameAddress')}
          label="Same as permanent address"
          checked={isSameAddress}
          onChange={(event) => follow(event.currentTarget.checked)}
        />
        <ProfileInputs
          form={form}
          fields={addressFields}
          group="correspondence_address"
          followed={isSameAddress ? permanentAddress(form.values) : null}
        />
      </fieldset>
    </>
  );
}
