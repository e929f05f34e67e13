import '../ui/controls.css';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { passwordReveal } from '../../contract/limits.ts';
import classes from './account-form.module.css';

/** A password input. A password that is shown hides itself again after three seconds. */
export function PasswordField(props: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => setIsShown(false), passwordReveal);
    return () => clearTimeout(timer);
  }, [isShown]);

  return (
    <PasswordInput
      visible={isShown}
      onVisibilityChange={setIsShown}
      visibilityToggleButtonProps={{
        'aria-label': 'Show password',
        tabIndex: 0,
      }}
      classNames={{ visibilityToggle: classes.toggle ?? '' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  );
}
