import {
  type ConvertCSSVariablesInput,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { scales } from './colour-scales.ts';
import { theme } from './theme.ts';
import { tokenVariables } from './variables.ts';

const unused = Object.keys(DEFAULT_THEME.colors).filter((name) => !(name in scales));
/** Patterns for Mantine variables that the site does not use, such as most shades of the coloured scales. */
const unusedPatterns = [
  /^--mantine-h[1-6]-/,
  /^--mantine-(breakpoint|z-index)-/,
  /^--mantine-shadow-(xs|sm|md)$/,
  /^--mantine-(primary-color|color-[a-z]+)-[0-57-9]$/,
  /^--mantine-color-(navy|green|gray|dark)-(text|filled-hover|light|outline)/,
  /^--mantine-color-(red|orange)-(text|light|outline)/,
  /^--mantine-color-teal-(text|outline)/,
];
/**
 * CSS variables that match `unusedPatterns` but are used: some shades, and the colours of the button that shows a
 * password.
 */
const usedColours = /^--mantine-color-(gray|dark)-\d$|-8$|^--mantine-color-gray-light-(color|hover)$/;
const isUsed = (variable: string) =>
  !unused.some((name) => variable.startsWith(`--mantine-color-${name}-`)) &&
  (usedColours.test(variable) || !unusedPatterns.some((pattern) => pattern.test(variable)));

function usedOnly(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => isUsed(name)));
}

function sheet(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, { ...theme, colors: scales });
  const [base, ours] = [defaultCssVariablesResolver(merged), tokenVariables(merged)];
  const all: ConvertCSSVariablesInput = {
    variables: usedOnly({ ...base.variables, ...ours.variables }),
    light: usedOnly({ ...base.light, ...ours.light }),
    dark: usedOnly({ ...base.dark, ...ours.dark }),
  };
  return convertCssVariables(all);
}

/**
 * Mantine's CSS variables for our theme, without the unused ones. `mantine-variables.gen.css` contains this generated
 * text.
 */
export const variableSheet = sheet();
