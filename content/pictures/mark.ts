import { fill, line, svg } from './shapes.ts';

/** The mark, in a 24 x 24 box: a light raised over the horizon, its star the point of a compass. */
export const mark = (tower: string, star: string): string =>
  fill('M12 0L13.6 4.6L19.5 6L13.6 7.4L12 11.8L10.4 7.4L4.5 6L10.4 4.6Z', star) +
  fill('M10.3 12.8H13.7L15.5 21H8.5Z', tower) +
  line('M1.8 22.4Q12 17.6 22.2 22.4', tower, 2.3);

export const markFile = (tower: string, star: string): string => svg(24, 24, '0 0 24 24', mark(tower, star));

/** The mark on a square of the given size, filling `share` of it; for icons. */
export const markIcon = (
  size: number,
  share: number,
  back: string,
  radius: number,
  tower: string,
  star: string,
): string => {
  const inner = (24 * (1 - share)) / share / 2;
  const view = 24 + inner * 2;
  const ground = back
    ? `<rect x="${-inner}" y="${-inner}" width="${view}" height="${view}" rx="${view * radius}" fill="${back}"/>`
    : '';
  return svg(size, size, `${-inner} ${-inner} ${view} ${view}`, ground + mark(tower, star));
};
