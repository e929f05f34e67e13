import { mergeThemeOverrides } from '@mantine/core';
import { scales } from '../../app/theme/colour-scales.ts';
import { theme } from '../../app/theme/theme.ts';

const dense = { defaultProps: { size: 'sm' } };
const control = () => ({ wrapper: { '--input-height': 'var(--control-height)' } });

/** The site's theme with smaller controls, because the console's pages are denser. */
export const staffTheme = mergeThemeOverrides(theme, {
  colors: scales,
  components: {
    Button: { ...dense, vars: () => ({ root: { '--button-height': 'var(--control-height)' } }) },
    ActionIcon: { defaultProps: { size: 'var(--control-height)', variant: 'subtle' } },
    Input: { vars: control },
    TextInput: dense,
    PasswordInput: dense,
    Select: dense,
    NativeSelect: dense,
    Textarea: dense,
    Checkbox: dense,
    // Lets keyboard users scroll tables that are wider than the screen.
    TableScrollContainer: { defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: 0 } } } },
    Table: { defaultProps: { verticalSpacing: 'xs', highlightOnHover: true } },
  },
});
