import { useEffect, useState, useSyncExternalStore } from 'react';
import type { LiveMachine, MachineStep } from '../../src/lib/machine-log/machine-step.ts';
import { eventName, stateName } from '../chart/chart.ts';
import { findFlow } from '../flows.ts';
import { ChartView } from './chart-view.tsx';
import classes from './lab-panel.module.css';
import { loadOfferNames, type OfferNames, subjectName } from './offer-names.ts';
import type { Registry } from './page-machines.ts';
import type { PathPlayer } from './path-player.ts';
import { PlayerControls } from './player-controls.tsx';
import { RecordBox } from './record-box.tsx';

/**
 * Returns the name of a machine in the panel's list. The name begins with the course or package that the machine
 * concerns, such as `Basic Training (addToCart)`, because several machines of a page often differ only in their course
 * or package.
 */
function nameOf(live: LiveMachine, names: OfferNames): string {
  const subject = subjectName(live, names);
  return [subject === null ? live.machine : `${subject} (${live.machine})`, live.isLive ? '' : '(ended)']
    .filter(Boolean)
    .join(' ');
}

/**
 * Props that make the diagram and the list of events focusable. Both scroll but contain no control, so the keyboard
 * could not scroll them otherwise.
 */
const focusable = { tabIndex: 0 };
const noState = { state: null, visited: [], file: null };
const neverChanges = () => () => {};
const timeFormat = new Intl.DateTimeFormat('en-IN', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

function eventWords({ event, words }: MachineStep): string {
  const name = event === 'xstate.init' ? 'begins' : event === 'xstate.stop' ? 'leaves the page' : eventName(event);
  return [name, ...Object.values(words).filter((word) => typeof word === 'string')].join(' ');
}

/** Lists the events of a machine, the latest first. The events contain nothing that a person has typed. */
function EventLog({ steps }: { steps: readonly MachineStep[] }) {
  if (steps.length === 0) return null;
  return (
    <ol className={classes.log} reversed aria-label="Events" {...focusable}>
      {steps.toReversed().map((step) => (
        <li key={step.number}>
          <time dateTime={new Date(step.at).toISOString()}>{timeFormat.format(step.at)}</time> {eventWords(step)} →{' '}
          <b>{stateName(step.value as string)}</b>
        </li>
      ))}
    </ol>
  );
}

type MachineChoiceProps = {
  machines: readonly LiveMachine[];
  chosen: LiveMachine;
  names: OfferNames;
  onChoose: (session: string) => void;
};

function MachineChoice({ machines, chosen, names, onChoose }: MachineChoiceProps) {
  return (
    <label className={classes.row}>
      Machine
      <select value={chosen.session} onChange={(event) => onChoose(event.target.value)}>
        {machines.toReversed().map((each) => (
          <option key={each.session} value={each.session}>
            {nameOf(each, names)}: {stateName(each.value as string)}
          </option>
        ))}
      </select>
    </label>
  );
}

/**
 * Returns the machine that the tester has chosen, otherwise the one that handled the latest event, otherwise the last
 * one in the list. `steps`: the events of this machine.
 */
function useSelectedMachine(registry: Registry) {
  const allSteps = useSyncExternalStore(registry.subscribe, () => registry.steps);
  const [session, choose] = useState<string | null>(null);
  const { machines } = registry;
  const latest = allSteps.at(-1)?.session;
  const chosen =
    machines.find((each) => each.session === session) ??
    machines.find((each) => each.session === latest) ??
    machines.at(-1);
  return { machines, chosen, choose, steps: allSteps.filter((step) => step.session === chosen?.session) };
}

const noNames: OfferNames = new Map();

/**
 * Returns the names of courses and packages. They are requested as soon as one of `machines` concerns a course or
 * package.
 */
function useOfferNames(machines: readonly LiveMachine[]): OfferNames {
  const [names, setNames] = useState(noNames);
  const isNeeded = machines.some(({ about }) => about !== null);
  useEffect(() => {
    // Ignore the error: without the names of courses and packages, the list of machines shows their ids.
    if (isNeeded) void loadOfferNames().then(setNames, () => {});
  }, [isNeeded]);
  return names;
}

type LabPanelProps = { registry: Registry; onClose: () => void };

/**
 * The path lab's panel. It shows the diagrams and events of the page's state machines, and saves, opens and plays paths
 * (docs/path-lab.md).
 */
export function LabPanel({ registry, onClose }: LabPanelProps) {
  const [isOpen, setIsOpen] = useState(true);
  const [player, setPlayer] = useState<PathPlayer | null>(null);
  const { machines, chosen, choose, steps } = useSelectedMachine(registry);
  const played = useSyncExternalStore(player?.subscribe ?? neverChanges, () => player?.state ?? noState);
  useEffect(() => () => player?.stop(), [player]);
  const flow = findFlow(played.file?.machine ?? chosen?.machine ?? '');
  const liveState = chosen ? stateName(chosen.value as string) : null;
  const names = useOfferNames(machines);

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
        {chosen ? (
          <p className={classes.now}>
            {chosen.machine}: {liveState}
          </p>
        ) : null}
        <button type="button" onClick={() => setIsOpen(false)}>
          Minimise
        </button>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      <div className={classes.body}>
        <div className={classes.tools}>
          {player ? (
            <PlayerControls player={player} onClose={() => setPlayer(null)} />
          ) : (
            <>
              {chosen ? (
                <MachineChoice machines={machines} chosen={chosen} names={names} onChoose={choose} />
              ) : (
                <p>There is no machine on this page. Sign in, choose a course or check out to start one.</p>
              )}
              <RecordBox flow={flow} steps={steps} onOpen={setPlayer} />
            </>
          )}
        </div>
        {player ? null : <EventLog steps={steps} />}
        <section className={classes.view} aria-label="Diagram" {...focusable}>
          {flow ? (
            <ChartView
              machine={flow.machine}
              current={player ? played.state : liveState}
              visited={player ? played.visited : steps.map(({ value }) => stateName(value as string))}
            />
          ) : null}
        </section>
      </div>
    </aside>
  );
}
