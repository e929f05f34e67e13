import { mergeThemeOverrides } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { scales } from '../../app/theme/colour-scales.ts';
import { theme } from '../../app/theme/theme.ts';

const dense = { defaultProps: { size: 'sm' } };
const control = () => ({ wrapper: { '--input-height': 'var(--control-height)' } });

/**
 * Prevents Enter in an open dropdown from submitting the form around the field. Mantine prevents this only while an
 * option is highlighted.
 */
const keepEnterInList = (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-expanded') === 'true') event.preventDefault();
};
const combobox = {
  selectFirstOptionOnChange: true,
  onKeyDown: keepEnterInList,
  // Without Mantine's scroll area, the list of options itself scrolls, so it can be scrolled with the keyboard.
  withScrollArea: false,
};
const comboboxStyles = { options: { maxHeight: '15rem', overflowY: 'auto' } } as const;

/** The site's theme with smaller controls, because the console's pages are denser. */
export const staffTheme = mergeThemeOverrides(theme, {
  colors: scales,
  components: {
    Button: { ...dense, vars: () => ({ root: { '--button-height': 'var(--control-height)' } }) },
    ActionIcon: { defaultProps: { size: 'var(--control-height)', variant: 'subtle' } },
    Input: { vars: control },
    TextInput: dense,
    PasswordInput: dense,
    // Keep the chosen option when Enter is pressed on it. By default, Mantine deselects it.
    Select: { defaultProps: { size: 'sm', allowDeselect: false, ...combobox }, styles: comboboxStyles },
    MultiSelect: { defaultProps: combobox, styles: comboboxStyles },
    Autocomplete: { defaultProps: combobox, styles: comboboxStyles },
    NativeSelect: dense,
    Textarea: dense,
    Checkbox: dense,
    // Leave out Mantine's placeholder for the initial focus, because the ARIA role `menu` does not allow such a child.
    // The first entry gets the focus instead.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // Make the scroll area focusable, so that keyboard users can scroll tables that are wider than the screen.
    TableScrollContainer: { defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: 0 } } } },
    Table: { defaultProps: { verticalSpacing: 'xs', highlightOnHover: true } },
  },
});
