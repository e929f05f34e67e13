import { useLowData } from '../lib/low-data.ts';
import classes from './portrait.module.css';

/** First letters of the first and the last name, without a title such as `Capt.`. */
function initials(name: string): string {
  const names = name.split(/\s+/).filter((part) => part !== '' && !part.endsWith('.'));
  return [names.at(0), names.length > 1 ? names.at(-1) : ''].map((part) => part?.charAt(0) ?? '').join('');
}

type PortraitProps = { name: string; url: string | undefined; size?: 'small' | 'large' };

/** Round picture of somebody whose name stands beside it; without one, or where data is spared, the name's first letters. */
export function Portrait({ name, url, size = 'small' }: PortraitProps) {
  const isSparing = useLowData() !== null;
  if (!url || isSparing) {
    return (
      <span className={classes.portrait} data-size={size} aria-hidden="true">
        {initials(name)}
      </span>
    );
  }
  return (
    <img
      className={classes.portrait}
      data-size={size}
      src={url}
      width="200"
      height="200"
      alt=""
      loading="lazy"
      decoding="async"
    />
  );
}
