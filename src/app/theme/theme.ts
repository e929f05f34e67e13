import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import type { scales } from './colour-scales.ts';

const noShades: MantineColorsTuple = ['', '', '', '', '', '', '', '', '', ''];
/**
 * The names of our colours. Their shades are left out here, because the browser reads the shades from
 * `mantine-variables.gen.css`.
 */
const colourNames: Record<keyof typeof scales, MantineColorsTuple> = {
  navy: noShades,
  teal: noShades,
  orange: noShades,
  red: noShades,
  green: noShades,
  gray: noShades,
  dark: noShades,
};

/** The CSS token (`tokens.css`) for each Mantine colour. Tokens adapt to the colour scheme, Mantine's shades do not. */
const filledTokens: Readonly<Record<string, string>> = {
  teal: 'sea',
  orange: 'signal',
  red: 'port',
  green: 'starboard',
};

const variantColorResolver: VariantColorsResolver = (input) => {
  const token = filledTokens[input.color ?? input.theme.primaryColor];
  if (!token) return defaultVariantColorsResolver(input);
  if (input.variant === 'filled') {
    return {
      background: `var(--${token}-fill)`,
      hover: `var(--${token}-fill-hover)`,
      color: `var(--on-${token})`,
      border: 'none',
    };
  }
  const clear = { background: 'transparent', hover: 'var(--tint)', color: `var(--${token})` };
  if (input.variant === 'outline') return { ...clear, border: '1.5px solid currentColor' };
  if (input.variant === 'subtle') return { ...clear, border: 'none' };
  if (input.variant === 'light')
    return { ...clear, background: 'var(--tint)', hover: 'var(--tint-strong)', border: 'none' };
  return defaultVariantColorsResolver(input);
};

/** Height of buttons and inputs: 46 px, a touch target of 44 px plus the borders. */
const touchHeight = '2.875rem';
const fontStack = "'Landfall Sans', 'Landfall Sans Fallback', 'Landfall Sans Fallback Roboto', sans-serif";
const mediumInput = { defaultProps: { size: 'md' } };

/**
 * The site's Mantine theme: teal is the primary colour, orange marks the main action, red means error and green
 * success.
 */
export const theme = createTheme({
  colors: colourNames,
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 3 },
  black: '#0f2742',
  white: '#ffffff',
  variantColorResolver,
  fontFamily: fontStack,
  fontFamilyMonospace: fontStack,
  defaultRadius: 'sm',
  radius: { xs: '0.125rem', sm: '0.25rem', md: '0.375rem', lg: '0.5rem', xl: '1rem' },
  fontSizes: {
    xs: '0.8125rem',
    sm: '0.9375rem',
    md: '1.0625rem',
    lg: '1.375rem',
    xl: 'clamp(1.75rem, 1.35rem + 1.8vw, 2.5rem)',
  },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.3', xl: '1.15' },
  headings: {
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'var(--mantine-font-size-xl)', lineHeight: '1.15' },
      h2: { fontSize: 'var(--mantine-font-size-lg)', lineHeight: '1.3' },
      h3: { fontSize: 'var(--mantine-font-size-md)', lineHeight: '1.35' },
      h4: { fontSize: 'var(--mantine-font-size-sm)', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'md' }, vars: () => ({ root: { '--button-height': touchHeight } }) },
    ActionIcon: { defaultProps: { size: touchHeight, variant: 'subtle' } },
    Input: { vars: () => ({ wrapper: { '--input-height': touchHeight } }) },
    TextInput: mediumInput,
    PasswordInput: mediumInput,
    Select: mediumInput,
    NativeSelect: mediumInput,
    Textarea: mediumInput,
    Checkbox: mediumInput,
    // Dialogs are rendered outside of `<main>`. A `<header>` there would be a second banner landmark, so use a `<div>`.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Modal: { defaultProps: { centered: true, radius: 'md', overlayProps: { backgroundOpacity: 0.45 } } },
    Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.45 } } },
    Tabs: { defaultProps: { color: 'teal' } },
  },
});
