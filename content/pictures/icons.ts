import { markFile, markIcon } from './mark.ts';
import { motifs } from './motifs/motifs.ts';
import * as c from './palette.ts';
import { box, disc, line, placed, svg } from './shapes.ts';

/** Icons of the installed app: name, size and drawing. `maskable` keeps the mark inside the safe circle. */
export interface Icon {
  readonly name: string;
  readonly size: number;
  readonly drawing: string;
}

const plain = (size: number, share: number, radius: number): string =>
  markIcon(size, share, c.navy, radius, c.paper, c.orange);

const shortcut = (body: string): string => svg(96, 96, '0 0 96 96', disc(48, 48, 48, c.navy) + body);

const chartIcon = placed(48, 48, 56, motifs.chart({ ...c.inkOnDark, edge: c.navyDeep }));

const ticket =
  box(22, 28, 52, 44, c.paper, 5) +
  box(22, 28, 52, 12, c.orange, 5) +
  line('M34 22V32M62 22V32', c.paper, 5) +
  line('M37 56L45 63L60 48', c.navy, 5.5);

const cart =
  line('M18 26H27L35 58H66L73 36H31', c.paper, 5.5) + disc(40, 71, 5.5, c.orange) + disc(62, 71, 5.5, c.orange);

export const icons: readonly Icon[] = [
  { name: 'icon-192', size: 192, drawing: plain(192, 0.66, 0.2) },
  { name: 'icon-512', size: 512, drawing: plain(512, 0.66, 0.2) },
  { name: 'maskable-192', size: 192, drawing: plain(192, 0.5, 0) },
  { name: 'maskable-512', size: 512, drawing: plain(512, 0.5, 0) },
  { name: 'monochrome-512', size: 512, drawing: markIcon(512, 0.6, '', 0, '#ffffff', '#ffffff') },
  { name: 'apple-touch-icon', size: 180, drawing: plain(180, 0.62, 0) },
  { name: 'shortcut-courses-96', size: 96, drawing: shortcut(chartIcon) },
  { name: 'shortcut-book-96', size: 96, drawing: shortcut(ticket) },
  { name: 'shortcut-cart-96', size: 96, drawing: shortcut(cart) },
  { name: 'favicon-32', size: 32, drawing: plain(32, 0.76, 0.2) },
];

export const favicon = (): string => plain(32, 0.76, 0.2);

export const logos: Record<string, string> = {
  logo: markFile(c.navy, c.orange),
  'logo-dark': markFile(c.paper, c.orange),
  'logo-mono': markFile('currentColor', 'currentColor'),
};
