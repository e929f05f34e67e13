import { useLowData } from '../lib/low-data.ts';
import classes from './portrait.module.css';

/** Initials of the first and the last name. Titles such as `Capt.` are skipped. */
function initials(name: string): string {
  const names = name.split(/\s+/).filter((part) => part !== '' && !part.endsWith('.'));
  return [names.at(0), names.length > 1 ? names.at(-1) : ''].map((part) => part?.charAt(0) ?? '').join('');
}

type PortraitProps = { name: string; url: string | undefined; size?: 'small' | 'large' };

/**
 * Decorative round picture of a person. If there is no picture, and in low-data mode, it shows the person's initials.
 */
export function Portrait({ name, url, size = 'small' }: PortraitProps) {
  const isLowDataMode = useLowData() !== null;
  if (!url || isLowDataMode) {
    return (
      <span className={`stack rigid sea large strong ${classes.portrait}`} data-size={size} aria-hidden="true">
        {initials(name)}
      </span>
    );
  }
  return (
    <img
      className={`stack rigid sea large strong ${classes.portrait}`}
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
