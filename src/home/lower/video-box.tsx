import { type MouseEvent, useState } from 'react';
import type { Home } from '../../../contract/content.ts';
import { useLowData } from '../../lib/low-data.ts';
import { FileSize } from '../../ui/file-size.tsx';
import { Icon } from '../../ui/icons.tsx';
import classes from '../home-page.module.css';

type Video = NonNullable<Home['about']>['video'];

/** The video player. It takes the focus, because it replaces the link that the visitor activated. */
function Player({ video, onError }: { video: Video; onError: () => void }) {
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
      onError={onError}
      controls
      autoPlay
      playsInline
    >
      <track kind="captions" src={captionsUrl} srcLang="en" label="English" default />
    </video>
  );
}

/** A poster that links to the video. Nothing of the video is loaded before the visitor plays it. */
export function VideoBox({ video }: { video: Video }) {
  const [state, setState] = useState<'poster' | 'playing' | 'failed'>('poster');
  const isLowDataMode = useLowData() !== null;
  const { title, videoUrl, posterImageUrl, width, height, seconds } = video;
  if (state === 'playing') return <Player video={video} onError={() => setState('failed')} />;
  const play = (event: MouseEvent) => {
    // If a modifier key is pressed, or after a playback error, let the browser follow the link as usual.
    if (event.ctrlKey || event.metaKey || event.shiftKey || state === 'failed') return;
    event.preventDefault();
    setState('playing');
  };
  return (
    <a className={`relative plain ${classes.poster}`} href={videoUrl} onClick={play}>
      {isLowDataMode ? (
        <span className={classes.video} />
      ) : (
        <img src={posterImageUrl} alt="" width={width} height={height} loading="lazy" decoding="async" />
      )}
      <span className={`row wrap middle strong ${classes.play}`}>
        <Icon name="play" />
        {state === 'failed' ? 'This video cannot be played here. Open it' : `Play: ${title}`}
        <span className={`normal tiny ${classes.aboutLength}`}>
          {Math.round(seconds)} s, with captions
          <FileSize url={videoUrl} />
        </span>
      </span>
    </a>
  );
}
