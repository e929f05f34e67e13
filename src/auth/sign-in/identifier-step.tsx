import '../../ui/controls.css';
import { TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { ActionButton } from '../../ui/links/action-button.tsx';

type IdentifierStepProps = {
  initial: string;
  isBusy: boolean;
  failure: string | null;
  /** Shown below the button; explains why looking up the student failed. */
  outcome: ReactNode;
  onSubmit: (identifier: string) => void;
};

/** Step 1 of signing in: the student's email address, mobile, INDOS or passport number. */
export function IdentifierStep({ initial, isBusy, failure, outcome, onSubmit }: IdentifierStepProps) {
  const [identifier, setIdentifier] = useState(initial);
  const [hasSubmittedBlank, setHasSubmittedBlank] = useState(false);
  const isBlank = identifier.trim() === '';
  const hintId = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setHasSubmittedBlank(isBlank);
    if (!isBlank) onSubmit(identifier);
  };
  // Browsers do not submit a form by Enter while its submit button is disabled. So handle Enter here to show the error.
  const showBlankError = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') setHasSubmittedBlank(isBlank);
  };

  return (
    <form onSubmit={submit} className="stack gap-4" noValidate>
      <TextInput
        label="Email, mobile, INDOS or passport number"
        description="Enter any one of these, as registered with the academy, to continue."
        descriptionProps={{ id: hintId }}
        name="identifier"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={identifier}
        onChange={(event) => setIdentifier(event.currentTarget.value)}
        onKeyDown={showBlankError}
        error={hasSubmittedBlank && isBlank ? 'Enter any of your details to continue' : failure}
        data-autofocus
      />
      <ActionButton
        type="submit"
        disabled={isBlank}
        aria-describedby={isBlank ? hintId : undefined}
        loading={isBusy}
        fullWidth
      >
        Continue
      </ActionButton>
      {outcome}
    </form>
  );
}
