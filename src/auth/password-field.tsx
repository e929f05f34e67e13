import '../ui/controls.css';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { passwordReveal } from '../../contract/limits.ts';
import classes from './account.module.css';

/** A password that can be looked at for three seconds; then it hides by itself (document 1, section 4). */
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
