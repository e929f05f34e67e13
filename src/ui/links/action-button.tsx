import '../controls.css';
import { Button, type ButtonProps } from '@mantine/core';
import type { ButtonHTMLAttributes } from 'react';

type ActionButtonProps = Omit<ButtonProps, 'color' | 'variant'> &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonProps>;

/** The primary button of a screen, in orange. For other buttons, use Mantine's `Button` with `outline` or `subtle`. */
export function ActionButton(props: ActionButtonProps) {
  return <Button {...props} color="orange" variant="filled" />;
}
