import './controls.css';
import { Button, type ButtonProps } from '@mantine/core';
import type { ButtonHTMLAttributes } from 'react';

type ActionButtonProps = Omit<ButtonProps, 'color' | 'variant'> &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonProps>;

/** The one action of a screen, in signal orange; everything beside it is Mantine's `Button` in `outline` or `subtle`. */
export function ActionButton(props: ActionButtonProps) {
  return <Button {...props} color="orange" variant="filled" />;
}
