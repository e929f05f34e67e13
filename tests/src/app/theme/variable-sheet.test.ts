import { expect, it } from 'vitest';
import { variableSheet } from '../../../../src/app/theme/variable-sheet.ts';

it('the generated file of theme variables matches the theme; update it with vitest run -u', async () => {
  await expect(variableSheet).toMatchFileSnapshot('../../../../src/app/theme/mantine-variables.gen.css');
});
