import { useState } from 'react';
import { useLowData } from '../../../lib/low-data.ts';
import classes from './picture.module.css';

/** First letters of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}

/** The student's picture; initials where there is none, where data is spared, and where it can't be had without a connection. */
export function StudentPicture({ url, name }: { url: string | null; name: string }) {
  const [lost, setLost] = useState<string | null>(null);
  const isSparing = useLowData() !== null;
  if (!url || url === lost || isSparing)
    return (
      <span className={classes.face} aria-hidden="true">
        {initialsOf(name)}
      </span>
    );
  return (
    <img src={url} alt="Your profile" width={96} height={96} className={classes.face} onError={() => setLost(url)} />
  );
}
