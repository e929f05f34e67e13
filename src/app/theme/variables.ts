import type { CSSVariablesResolver } from '@mantine/core';

/** Sets Mantine's variables to our tokens (`tokens.css`), so that both always agree, in light and dark mode. */
export const tokenVariables: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-anchor': 'var(--sea)',
    '--mantine-color-error': 'var(--port)',
    '--mantine-color-placeholder': 'var(--ink-soft)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--tint)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-primary-color-filled': 'var(--sea-fill)',
    '--mantine-primary-color-filled-hover': 'var(--sea-fill-hover)',
    '--mantine-primary-color-contrast': 'var(--on-sea)',
    '--mantine-color-teal-filled': 'var(--sea-fill)',
    '--mantine-color-teal-light': 'var(--tint)',
    '--mantine-color-teal-light-color': 'var(--sea)',
    // Mantine's own text colour for disabled controls is so pale that the controls look as if they had not loaded.
    '--mantine-color-disabled-color': 'var(--ink-soft)',
    '--mantine-color-gray-light-color': 'var(--ink-soft)',
    '--mantine-color-gray-light-hover': 'var(--tint)',
    '--mantine-color-red-filled': 'var(--port-fill)',
    '--mantine-color-green-filled': 'var(--starboard-fill)',
    '--mantine-color-orange-filled': 'var(--signal-fill)',
  };
  // In dark mode, Mantine's own colour for disabled buttons is the colour of our cards, so the buttons would be
  // invisible on them.
  return { variables: {}, light: both, dark: { ...both, '--mantine-color-disabled': 'var(--mantine-color-dark-5)' } };
};
