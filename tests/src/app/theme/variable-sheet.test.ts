import { expect, it } from 'vitest';
import { variableSheet } from '../../../../src/app/theme/variable-sheet.ts';

it('the generated file of theme variables matches the theme (to update it, run this file with -u)', async () => {
  await expect(variableSheet).toMatchFileSnapshot('../../../../src/app/theme/mantine-variables.gen.css');
});
