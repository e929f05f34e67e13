import { useState, useSyncExternalStore } from 'react';
import classes from './lab-panel.module.css';
import { type PathPlayer, type PlaySpeed, playSpeeds } from './path-player.ts';

const speeds = Object.keys(playSpeeds) as PlaySpeed[];

function Progress({ player }: { player: PathPlayer }) {
  const { file, step, difference, isOlder } = useSyncExternalStore(player.subscribe, () => player.state);
  const isDone = step === file.steps.length && difference === null;
  return (
    <div role="status">
      <p>
        <b>{file.title}</b>: step {step} of {file.steps.length}
        {isDone ? '. The machine did what the file says.' : ''}
      </p>
      {difference ? <p className={classes.wrong}>{difference}</p> : null}
      {isOlder ? <p>This path was made for an older version of the machine.</p> : null}
    </div>
  );
}

type PlayerControlsProps = { player: PathPlayer; onClose: () => void };

/** Buttons with which a tester plays a path on a copy of its machine, step by step or automatically. */
export function PlayerControls({ player, onClose }: PlayerControlsProps) {
  const { file, step, isPlaying } = useSyncExternalStore(player.subscribe, () => player.state);
  const [speed, setSpeed] = useState<PlaySpeed>(player.speed);
  const next = file.steps[step];
  const choose = (chosen: PlaySpeed) => {
    player.speed = chosen;
    setSpeed(chosen);
  };
  return (
    <section aria-label="Path" className={classes.player}>
      <Progress player={player} />
      {next ? (
        <p className={classes.next}>Next: {[next.event.type, next.event.outcome].filter(Boolean).join(' ')}</p>
      ) : null}
      <div className={classes.buttons}>
        <button type="button" onClick={() => (isPlaying ? player.pause() : player.play())}>
          {isPlaying ? 'Pause' : 'Play'}
        </button>
        <button type="button" disabled={isPlaying || player.isAtEnd} onClick={() => void player.step()}>
          Step
        </button>
        <button type="button" onClick={() => player.restart()}>
          Restart
        </button>
        <label>
          Speed{' '}
          <select
            value={speed}
            onChange={(event) => choose(speeds.find((each) => each === event.target.value) ?? speed)}
          >
            {speeds.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <button type="button" onClick={onClose}>
          Back to the live page
        </button>
      </div>
    </section>
  );
}
