import { Switch } from '@mantine/core';
import { useShortcutSetting } from '../lists/page-keys.ts';

/** Switches the keyboard shortcuts of the console's pages on or off, for this browser only. */
export function ShortcutsSection() {
  const [isOn, setOn] = useShortcutSetting();
  return (
    <Switch
      label="Shortcuts by a single key"
      description="Such as j and k in lists, and v and r when you check documents. In this browser only."
      checked={isOn}
      onChange={({ currentTarget }) => setOn(currentTarget.checked)}
    />
  );
}
