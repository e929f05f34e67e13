import { useState } from 'react';
import { useLowData } from '../../../lib/low-data.ts';
import classes from '../profile-view.module.css';

/** The initials of a student: the first letters of the first and the last word of the student's name. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}

/**
 * The student's profile image. Shows initials instead if there is none, in low-data mode, or if the image does not
 * load.
 */
export function StudentPicture({ url, name }: { url: string | null; name: string }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const isLowData = useLowData() !== null;
  if (!url || url === failedUrl || isLowData)
    return (
      <span className={`stack rigid ink large strong ${classes.face}`} aria-hidden="true">
        {initialsOf(name)}
      </span>
    );
  return (
    <img
      src={url}
      alt="Your profile"
      width={96}
      height={96}
      className={`stack rigid ink large strong ${classes.face}`}
      onError={() => setFailedUrl(url)}
    />
  );
}
