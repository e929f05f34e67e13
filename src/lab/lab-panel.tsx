import { useEffect, useState, useSyncExternalStore } from 'react';
import { stateName } from '../../machines/paths/chart.ts';
import { findFlow } from '../../machines/paths/flows.ts';
import type { LiveMachine } from '../lib/machine-moment.ts';
import { ChartView } from './chart-view.tsx';
import { EventLog } from './event-log.tsx';
import classes from './lab-panel.module.css';
import type { Registry } from './page-machines.ts';
import type { PathPlayer } from './path-player.ts';
import { PlayerControls } from './player-controls.tsx';
import { RecordBox } from './record-box.tsx';
import { scrolledByKeys } from './scrolled-by-keys.ts';

const nameOf = ({ machine, about, isLive }: LiveMachine) =>
  [machine, about === null ? '' : `of ${about}`, isLive ? '' : '(ended)'].filter(Boolean).join(' ');

const noState = { state: null, visited: [], file: null };
const never = () => () => {};

type MachineChoiceProps = {
  machines: readonly LiveMachine[];
  chosen: LiveMachine;
  onChoose: (session: string) => void;
};

function MachineChoice({ machines, chosen, onChoose }: MachineChoiceProps) {
  return (
    <label className={classes.row}>
      Machine
      <select value={chosen.session} onChange={(event) => onChoose(event.target.value)}>
        {machines.toReversed().map((each) => (
          <option key={each.session} value={each.session}>
            {nameOf(each)}: {stateName(each.value as string)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Until a tester chooses, the machine that moved last is shown. */
function useChosen(registry: Registry) {
  const moments = useSyncExternalStore(registry.subscribe, () => registry.moments);
  const [session, choose] = useState<string | null>(null);
  const { machines } = registry;
  const latest = moments.at(-1)?.session;
  const chosen =
    machines.find((each) => each.session === session) ??
    machines.find((each) => each.session === latest) ??
    machines.at(-1);
  return { machines, chosen, choose, moments: moments.filter((moment) => moment.session === chosen?.session) };
}

type LabPanelProps = { registry: Registry; onClose: () => void };

/** What the page's machines do, seen from the side: their diagrams, their events, and paths to save, open, step and play. */
export function LabPanel({ registry, onClose }: LabPanelProps) {
  const [isOpen, setIsOpen] = useState(true);
  const [player, setPlayer] = useState<PathPlayer | null>(null);
  const { machines, chosen, choose, moments } = useChosen(registry);
  const played = useSyncExternalStore(player?.subscribe ?? never, () => player?.state ?? noState);
  useEffect(() => () => player?.stop(), [player]);
  const flow = findFlow(played.file?.machine ?? chosen?.machine ?? '');
  const liveState = chosen ? stateName(chosen.value as string) : null;

  if (!isOpen) {
    return (
      <button type="button" className={classes.handle} onClick={() => setIsOpen(true)}>
        Path lab{chosen ? `: ${chosen.machine}, ${liveState}` : ''}
      </button>
    );
  }
  return (
    <aside className={classes.panel} aria-label="Path lab">
      <header className={classes.header}>
        <h2>Path lab</h2>
        <button type="button" onClick={() => setIsOpen(false)}>
          Make small
        </button>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      <div className={classes.tools}>
        {player ? (
          <PlayerControls player={player} onClose={() => setPlayer(null)} />
        ) : (
          <>
            {chosen ? (
              <MachineChoice machines={machines} chosen={chosen} onChoose={choose} />
            ) : (
              <p>No machine runs on this page. Sign in, choose a course or check out: each runs one.</p>
            )}
            <RecordBox flow={flow} moments={moments} onOpen={setPlayer} />
          </>
        )}
      </div>
      {player ? null : <EventLog moments={moments} />}
      <section className={classes.view} aria-label="Diagram" {...scrolledByKeys}>
        {flow ? (
          <ChartView
            machine={flow.machine}
            current={player ? played.state : liveState}
            visited={player ? played.visited : moments.map(({ value }) => stateName(value as string))}
          />
        ) : null}
      </section>
    </aside>
  );
}
