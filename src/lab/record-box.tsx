import { type ChangeEvent, useId, useState } from 'react';
import { type PathFile, pathFileSchema, pathLengths } from '../../contract/path-file.ts';
import type { Flow } from '../../machines/paths/flows.ts';
import { recordPath } from '../../machines/paths/record-path.ts';
import type { MachineMoment } from '../lib/machine-moment.ts';
import classes from './lab-panel.module.css';
import { openPath, openPathText } from './open-path.ts';
import type { PathPlayer } from './path-player.ts';
import { savePath } from './save-path.ts';

type RecordBoxProps = {
  flow: Flow | null;
  moments: readonly MachineMoment[];
  onOpen: (player: PathPlayer) => void;
};

/** The title is the only thing in a file that a tester types: what looks personal is not taken. */
function titled(path: PathFile, title: string): { path: PathFile | null; trouble: string | null } {
  const given = { ...path, title: title.trim() || path.title };
  const isFine = pathFileSchema.shape.title.safeParse(given.title).success;
  return isFine
    ? { path: given, trouble: null }
    : { path: null, trouble: 'The title holds a number or an address, or is too long. Say it without.' };
}

/** Writes what the live machine did as a file, plays it back, and opens files of others. */
export function RecordBox({ flow, moments, onOpen }: RecordBoxProps) {
  const [title, setTitle] = useState('');
  const [notes, setNotes] = useState<readonly string[]>([]);
  const titleId = useId();
  const fileId = useId();

  const withRecording = (use: (path: PathFile) => string | null) => {
    if (!flow) return;
    const { path: recorded, untold } = recordPath(flow, moments, `What ${flow.machine.id} did`);
    const { path, trouble } = recorded ? titled(recorded, title) : { path: null, trouble: null };
    setNotes([untold, trouble, path && use(path)].filter((note) => note !== null));
  };
  const keep = (path: PathFile) => {
    savePath(path, document);
    return `Saved: ${path.steps.length} steps.`;
  };
  const replay = (path: PathFile) => {
    const { player, trouble } = openPath(path);
    if (player) onOpen(player);
    return trouble;
  };
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    const { player, trouble } = openPathText(await file.text());
    target.value = '';
    setNotes(trouble ? [trouble] : []);
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
        <button type="button" className={classes.main} disabled={!flow} onClick={() => withRecording(keep)}>
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
