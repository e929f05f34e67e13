import '../../ui/controls.css';
import { Checkbox } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLowData } from '../../lib/low-data.ts';
import { firstScreenCache } from '../saved/first-screen-cache.ts';
import { pageRenderer, saveLowDataChoice } from './low-data-mode.ts';
import { storeAllFiles, storeFewFiles } from './stored-files.ts';

/** Switches low-data mode on this device on or off, with immediate effect. */
export function LowDataSwitch() {
  const isOn = useLowData() !== null;
  const choose = async (wanted: boolean) => {
    saveLowDataChoice(wanted);
    void (wanted ? storeFewFiles() : storeAllFiles());
    // Delete the saved first screens of public pages, because they contain pictures.
    if (wanted) void globalThis.caches?.delete(firstScreenCache).catch(() => {});
    // Load low-data.ts on demand. It must be a chunk of its own, because the server preloads that chunk for pages in
    // low-data mode.
    pageRenderer.render(wanted ? (await import('./low-data.ts')).lowData : null);
  };
  const input = useRef<HTMLInputElement>(null);
  const applyEarlyChoice = useEffectEvent(() => {
    const wanted = input.current?.checked;
    if (wanted !== undefined && wanted !== isOn) void choose(wanted);
  });
  // If the visitor pressed the switch before hydration, its `change` event was lost, so look at its state.
  useEffect(() => applyEarlyChoice(), []);
  return (
    <Checkbox
      ref={input}
      // The browser must not restore the state of the switch when the page is reloaded: it would look like a press.
      autoComplete="off"
      size="md"
      role="switch"
      checked={isOn}
      onChange={(event) => void choose(event.currentTarget.checked)}
      label="Low-data mode"
      description="Pictures load only when you tap them, nothing is downloaded in advance, and file sizes are shown."
    />
  );
}
