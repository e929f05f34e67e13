import {
  type ConvertCSSVariablesInput,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { scales } from './scales.ts';
import { theme } from './theme.ts';
import { chartVariables } from './variables.ts';

const unused = Object.keys(DEFAULT_THEME.colors).filter((name) => !(name in scales));
/** Headings are ours, breakpoints stand in no rule, and of the coloured scales Mantine's own code names two shades. */
const neverRead = [/^--mantine-h[1-6]-/, /^--mantine-breakpoint-/, /^--mantine-(primary-color|color-[a-z]+)-[0-57-9]$/];
const shadesRead = /^--mantine-color-(gray|dark)-\d$|-8$/;
const isUsed = (variable: string) =>
  !unused.some((name) => variable.startsWith(`--mantine-color-${name}-`)) &&
  (shadesRead.test(variable) || !neverRead.some((pattern) => pattern.test(variable)));

function usedOnly(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => isUsed(name)));
}

function sheet(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const [base, ours] = [defaultCssVariablesResolver(merged), chartVariables(merged)];
  const all: ConvertCSSVariablesInput = {
    variables: usedOnly({ ...base.variables, ...ours.variables }),
    light: usedOnly({ ...base.light, ...ours.light }),
    dark: usedOnly({ ...base.dark, ...ours.dark }),
  };
  return convertCssVariables(all);
}

/** Mantine's variables of our theme, without what nothing here is painted in. `mantine-variables.gen.css` is this text: no page makes it anew. */
export const variableSheet = sheet();
