import '../ui/controls.css';
import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ActionButton } from '../ui/action-button.tsx';
import classes from './login.module.css';

type IdentifierStepProps = {
  initial: string;
  isBusy: boolean;
  failure: string | null;
  onSubmit: (identifier: string) => void;
};

/** Step 1, one of the student's identifiers. */
export function IdentifierStep({ initial, isBusy, failure, onSubmit }: IdentifierStepProps) {
  const [identifier, setIdentifier] = useState(initial);
  const [wasLeftBlank, setWasLeftBlank] = useState(false);
  const isBlank = identifier.trim() === '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasLeftBlank(isBlank);
    if (!isBlank) onSubmit(identifier);
  };

  return (
    <form onSubmit={submit} className={classes.step} noValidate>
      <TextInput
        label="E-mail, mobile, INDOS or passport number"
        description="Any one of them, as you gave it to the academy."
        name="identifier"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={identifier}
        onChange={(event) => setIdentifier(event.currentTarget.value)}
        onBlur={() => setWasLeftBlank(isBlank)}
        error={failure ?? (wasLeftBlank && isBlank ? 'Enter any of your details to continue' : null)}
        data-autofocus
      />
      <ActionButton type="submit" disabled={isBlank} loading={isBusy} fullWidth>
        Continue
      </ActionButton>
    </form>
  );
}
