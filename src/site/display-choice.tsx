import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useHydrated } from '@tanstack/react-router';
import { Icon, type IconName } from '../ui/icons.tsx';
import classes from './site-frame.module.css';

const choices: ReadonlyArray<{ scheme: MantineColorScheme; label: string; icon: IconName }> = [
  { scheme: 'light', label: 'Day', icon: 'sun' },
  { scheme: 'dark', label: 'Night', icon: 'moon' },
  { scheme: 'auto', label: 'Same as device', icon: 'compass' },
];

/**
 * Buttons to choose the colour scheme. The choice is stored in the browser, so the server does not know it and renders
 * no button as pressed.
 */
export function DisplayChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isHydrated = useHydrated();
  return (
    <fieldset className={`row wrap middle gap-1 ${classes.choice}`}>
      <legend>Display</legend>
      {choices.map(({ scheme, label, icon }) => (
        <button
          key={scheme}
          type="button"
          aria-pressed={isHydrated && colorScheme === scheme}
          onClick={() => setColorScheme(scheme)}
        >
          <Icon name={icon} size={18} />
          {label}
        </button>
      ))}
    </fieldset>
  );
}
