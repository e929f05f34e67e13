import { type ChangeEvent, useId, useState } from 'react';
import type { MachineStep } from '../../src/lib/machine-log/machine-step.ts';
import type { Flow } from '../flows.ts';
import { type PathFile, pathFileSchema, pathLengths } from '../path-file.ts';
import { recordPath } from '../paths/record-path.ts';
import classes from './lab-panel.module.css';
import { openPath, openPathText, type PathPlayer } from './path-player.ts';

const nothingRecorded = 'There is nothing to save: nothing has happened in this machine yet. Use the page first.';

type RecordBoxProps = {
  flow: Flow | null;
  steps: readonly MachineStep[];
  onOpen: (player: PathPlayer) => void;
};

/**
 * Sets the title of a path, the only text of a path file that testers type. Returns an error instead if the title looks
 * like personal data.
 */
function withTitle(path: PathFile, title: string): { path: PathFile | null; error: string | null } {
  const titledPath = { ...path, title: title.trim() || path.title };
  const isValid = pathFileSchema.shape.title.safeParse(titledPath.title).success;
  return isValid
    ? { path: titledPath, error: null }
    : { path: null, error: 'The title contains a number or an address, or is too long. Please change it.' };
}

/**
 * Returns the file name of a path: the title `Wrong password, then back` of a path through the machine `login` becomes
 * `login-wrong-password-then-back.json`.
 */
function pathFileName({ machine, title }: PathFile): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${[machine, ...words].join('-').slice(0, 60)}.json`;
}

/** Makes the browser download the path as a file. */
function savePath(path: PathFile): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(path, null, 2)}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = pathFileName(path);
  link.click();
  // The download may start later, so do not revoke the URL at once.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * The part of the panel that saves the recorded events of a machine as a path file, plays them back, and opens saved
 * path files.
 */
export function RecordBox({ flow, steps, onOpen }: RecordBoxProps) {
  const [title, setTitle] = useState('');
  const [notes, setNotes] = useState<readonly string[]>([]);
  const titleId = useId();
  const fileId = useId();

  const withRecording = (use: (path: PathFile) => string | null) => {
    if (!flow) return;
    const { path: recorded, problem } = recordPath(flow, steps, `What ${flow.machine.id} did`);
    if (recorded?.steps.length === 0) {
      setNotes([problem, nothingRecorded].filter((note) => note !== null));
      return;
    }
    const { path, error } = recorded ? withTitle(recorded, title) : { path: null, error: null };
    setNotes([problem, error, path && use(path)].filter((note) => note !== null));
  };
  const save = (path: PathFile) => {
    savePath(path);
    return `Saved: ${path.steps.length} steps.`;
  };
  const replay = (path: PathFile) => {
    const { player, error } = openPath(path);
    if (player) onOpen(player);
    return error;
  };
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    const { player, error } = openPathText(await file.text());
    target.value = '';
    setNotes(error ? [error] : []);
    if (player) onOpen(player);
  };

  return (
    <section aria-label="Record" className={classes.record}>
      <div className={classes.row}>
        <label htmlFor={titleId}>Title</label>
        <input
          id={titleId}
          value={title}
          maxLength={pathLengths.title}
          placeholder="What happened, in a few words"
          onChange={(event) => setTitle(event.target.value)}
        />
      </div>
      <div className={classes.buttons}>
        <button type="button" className={classes.main} disabled={!flow} onClick={() => withRecording(save)}>
          Save path
        </button>
        <button type="button" disabled={!flow} onClick={() => withRecording(replay)}>
          Play it back
        </button>
        <label htmlFor={fileId} className={classes.fileButton}>
          Open a path file
        </label>
        <input id={fileId} className={classes.file} type="file" accept="application/json,.json" onChange={readFile} />
      </div>
      <div role="status">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </section>
  );
}
