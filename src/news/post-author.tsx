import { useState } from 'react';
import { useLowData } from '../lib/low-data.ts';
import { Icon } from '../ui/icons.tsx';
import classes from './post-page.module.css';
import type { PostView } from './read-post.ts';

/** Name and avatar; a person is drawn where there is no avatar, it does not come, or data is spared. */
export function PostAuthor({ author }: Pick<PostView, 'author'>) {
  const [isLost, setIsLost] = useState(false);
  const isSparing = useLowData() !== null;
  const { name, avatar } = author;
  return (
    <span className={classes.author}>
      <span className={classes.avatar}>
        <Icon name="user" size={16} />
        {avatar && !isLost && !isSparing ? (
          <img
            src={avatar.small}
            srcSet={avatar.large ? `${avatar.large} 2x` : undefined}
            alt=""
            width="24"
            height="24"
            onError={() => setIsLost(true)}
          />
        ) : null}
      </span>
      {name}
    </span>
  );
}
