import type { Connection } from './connection/connection.ts';

const hasFailed = ({ complete, naturalWidth, currentSrc }: HTMLImageElement) =>
  complete && naturalWidth === 0 && currentSrc !== '';

function mark(picture: HTMLImageElement): void {
  const isFailed = hasFailed(picture);
  picture.toggleAttribute('data-failed', isFailed);
  // A failed picture is drawn as a box. Without the role `img`, WebKit would not expose it to screen readers as an
  // image.
  if (isFailed && picture.alt) picture.setAttribute('role', 'img');
}

/**
 * Marks pictures that could not be loaded. `global.css` draws these as a tinted box with their alternative text,
 * because WebKit would show an icon for each. When our server can be reached again, the failed pictures are requested
 * again.
 */
export function watchPictures(page: Document, connection: Pick<Connection, 'isOffline' | 'subscribe'>): void {
  const update = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) mark(target);
  };
  // The load and error events of pictures do not bubble, so listen in the capture phase.
  page.addEventListener('error', update, true);
  page.addEventListener('load', update, true);
  for (const picture of page.images) mark(picture);
  let wasOffline = connection.isOffline;
  connection.subscribe(() => {
    const isBack = wasOffline && !connection.isOffline;
    wasOffline = connection.isOffline;
    if (!isBack) return;
    for (const picture of page.querySelectorAll<HTMLImageElement>('img[data-failed]')) {
      const { src } = picture;
      picture.src = src;
    }
  });
}
