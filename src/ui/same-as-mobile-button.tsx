type SameAsMobileButtonProps = {
  /** A form with the fields `mobile` and `whatsapp_number`. */
  form: {
    getValues: () => { mobile: string };
    setFieldValue: (name: 'whatsapp_number', value: string) => void;
    clearFieldError: (name: 'whatsapp_number') => void;
  };
  isDisabled?: boolean;
};

/** Copies the mobile number of a form to its WhatsApp number. */
export function SameAsMobileButton({ form, isDisabled }: SameAsMobileButtonProps) {
  const copy = () => {
    form.setFieldValue('whatsapp_number', form.getValues().mobile);
    form.clearFieldError('whatsapp_number');
  };
  return (
    <div className="row">
      <button type="button" className="text-button small" disabled={isDisabled} onClick={copy}>
        Same as mobile number
      </button>
    </div>
  );
}
