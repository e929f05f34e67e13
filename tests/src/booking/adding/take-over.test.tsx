import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { type Loadable, useMachineCode } from '../../../../src/booking/adding/take-over.ts';

function Card({ part }: { part: Loadable<string> }) {
  const { code } = useMachineCode(part, true);
  return <p role="status">{code ?? 'Simple controls'}</p>;
}

function Tab() {
  const [isSelected, setSelected] = useState(false);
  return (
    <button type="button" aria-pressed={isSelected} onClick={() => setSelected(true)}>
      Course Packages
    </button>
  );
}

it('when the code of a course card has just loaded, a click on a tab of Book Online is still shown before the card’s new controls', async () => {
  const loading = Promise.withResolvers<string>();
  let isRequested = false;
  const load = () => {
    isRequested = true;
    return loading.promise;
  };
  const part: Loadable<string> = { load, code: null };
  render(
    <>
      <Tab />
      <Card part={part} />
    </>,
  );
  const [tab, card] = [screen.getByRole('button'), screen.getByRole('status')];
  await expect.poll(() => isRequested).toBe(true);
  loading.resolve('Controls with a machine');
  // Click before React has rendered the loaded controls. React renders only in a later task, so wait with microtasks.
  while (!part.code) await null;
  // `fireEvent` would also wait until React has rendered everything that is not urgent.
  tab.click();
  await null;
  expect(tab.ariaPressed).toBe('true');
  expect(card.textContent).toBe('Simple controls');
  await expect.poll(() => card.textContent).toBe('Controls with a machine');
});
