import '../ui/controls.css';
import { TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { ActionButton } from '../ui/action-button.tsx';
import classes from './login.module.css';

type IdentifierStepProps = {
  initial: string;
  isBusy: boolean;
  failure: string | null;
  /** What the failure means, below the button. */
  outcome: ReactNode;
  onSubmit: (identifier: string) => void;
};

/** Step 1, one of the student's identifiers. */
export function IdentifierStep({ initial, isBusy, failure, outcome, onSubmit }: IdentifierStepProps) {
  const [identifier, setIdentifier] = useState(initial);
  const [wasSentBlank, setWasSentBlank] = useState(false);
  const isBlank = identifier.trim() === '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasSentBlank(isBlank);
    if (!isBlank) onSubmit(identifier);
  };
  // A browser does not submit a form by Enter while its button is disabled.
  const noteBlank = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') setWasSentBlank(isBlank);
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
        onKeyDown={noteBlank}
        error={failure ?? (wasSentBlank && isBlank ? 'Enter any of your details to continue' : null)}
        data-autofocus
      />
      <ActionButton type="submit" disabled={isBlank} loading={isBusy} fullWidth>
        Continue
      </ActionButton>
      {outcome}
    </form>
  );
}
