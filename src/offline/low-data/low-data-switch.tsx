import '../../ui/controls.css';
import { Checkbox } from '@mantine/core';
import { useLowData } from '../../lib/low-data.ts';
import { forgetViews } from '../kept-view.ts';
import { drawn, keepChoice } from './low-data-mode.ts';

/** Sparing data by choice, kept on this device; it holds at once. */
export function LowDataSwitch() {
  const isOn = useLowData() !== null;
  const choose = async (wanted: boolean) => {
    keepChoice(wanted);
    if (wanted) void forgetViews();
    // By itself, as every page that spares data has it: the server looks for it under its name.
    drawn.by(wanted ? (await import('./low-data.ts')).lowData : null);
  };
  return (
    <Checkbox
      size="md"
      role="switch"
      checked={isOn}
      onChange={(event) => void choose(event.currentTarget.checked)}
      label="Low-data mode"
      description="No pictures until you tap them, nothing fetched ahead, sizes shown."
    />
  );
}
