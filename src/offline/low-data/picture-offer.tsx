import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { savedWidth } from '../../../contract/saved-pictures.ts';
import { formatBytes } from '../../lib/format/format-bytes.ts';
import shown from '../../ui/pictures/course-picture.module.css';
import classes from './picture-offer.module.css';
import { pictureSizes } from './picture-sizes.ts';

/**
 * A link with a picture's name and file size. A tap replaces the link with the picture. Without scripts, the link opens
 * the picture.
 */
export function PictureOffer({ url, name }: { url: string; name: string }) {
  const [state, setState] = useState<'offered' | 'shown' | 'lost'>('offered');
  const path = savedWidth(url);
  const bytes = useQuery(pictureSizes()).data?.[path];
  if (state === 'shown')
    return (
      <picture className={shown.picture}>
        {path === url ? null : <source type="image/avif" srcSet={path} />}
        <img
          ref={(element) => element?.focus()}
          tabIndex={-1}
          src={url}
          alt={name}
          width={640}
          height={400}
          onError={() => setState('lost')}
        />
      </picture>
    );
  const show = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setState('shown');
  };
  return (
    <a href={path} className={classes.offer} onClick={show}>
      <span>
        {state === 'lost' ? 'The picture could not be loaded. ' : null}
        Show picture{bytes ? `, ${formatBytes(bytes).replace(' ', '\u00a0')}` : null}
        {name ? <span className={classes.name}>: {name}</span> : null}
      </span>
    </a>
  );
}
