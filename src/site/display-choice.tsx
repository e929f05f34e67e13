import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Icon, type IconName } from '../ui/icons.tsx';
import classes from './display-choice.module.css';

const choices: ReadonlyArray<{ scheme: MantineColorScheme; label: string; icon: IconName }> = [
  { scheme: 'light', label: 'Day', icon: 'sun' },
  { scheme: 'dark', label: 'Night', icon: 'moon' },
  { scheme: 'auto', label: 'As the device', icon: 'compass' },
];

const never = () => () => {};

/** Day, night, or as the device has it. The server cannot know the choice, so none is pressed until the page runs. */
export function DisplayChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isRunning = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <fieldset className={classes.choice}>
      <legend>Display</legend>
      {choices.map(({ scheme, label, icon }) => (
        <button
          key={scheme}
          type="button"
          aria-pressed={isRunning && colorScheme === scheme}
          onClick={() => setColorScheme(scheme)}
        >
          <Icon name={icon} size={18} />
          {label}
        </button>
      ))}
    </fieldset>
  );
}
