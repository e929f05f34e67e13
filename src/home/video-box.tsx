import { type MouseEvent, useState } from 'react';
import type { Home } from '../../contract/content.ts';
import { useLowData } from '../lib/low-data.ts';
import { FileSize } from '../ui/file-size.tsx';
import { Icon } from '../ui/icons.tsx';
import classes from './about-section.module.css';

type Video = NonNullable<Home['about']>['video'];

/** The film in place of its poster; whoever asked for it stands on its controls. */
function Player({ video, onFault }: { video: Video; onFault: () => void }) {
  const { title, videoUrl, posterImageUrl, captionsUrl, width, height } = video;
  return (
    <video
      className={classes.video}
      ref={(element) => element?.focus()}
      aria-label={title}
      width={width}
      height={height}
      poster={posterImageUrl}
      src={videoUrl}
      onError={onFault}
      controls
      autoPlay
      playsInline
    >
      <track kind="captions" src={captionsUrl} srcLang="en" label="English" default />
    </video>
  );
}

/** A poster that leads to the film. Not a byte of the film comes before the tap; without script the link opens it. */
export function VideoBox({ video }: { video: Video }) {
  const [state, setState] = useState<'poster' | 'playing' | 'failed'>('poster');
  const isSparing = useLowData() !== null;
  const { title, videoUrl, posterImageUrl, width, height, seconds } = video;
  if (state === 'playing') return <Player video={video} onFault={() => setState('failed')} />;
  const play = (event: MouseEvent) => {
    // With a key held, or where it did not play, the link is what a link is.
    if (event.ctrlKey || event.metaKey || event.shiftKey || state === 'failed') return;
    event.preventDefault();
    setState('playing');
  };
  return (
    <a className={classes.poster} href={videoUrl} onClick={play}>
      {isSparing ? (
        <span className={classes.video} />
      ) : (
        <img src={posterImageUrl} alt="" width={width} height={height} loading="lazy" decoding="async" />
      )}
      <span className={classes.play}>
        <Icon name="play" />
        {state === 'failed' ? 'The film does not play here. Open it' : `Play: ${title}`}
        <span className={classes.length}>
          {Math.round(seconds)} s, with captions
          <FileSize url={videoUrl} />
        </span>
      </span>
    </a>
  );
}
