import type { LowData } from '../../lib/low-data.ts';
import { showTapped, withoutPictures } from './content-pictures.ts';
import { FileSize } from './file-size.tsx';
import { PictureOffer } from './picture-offer.tsx';

/** The components of low-data mode. Only pages in this mode load them. */
export const lowData: LowData = { Picture: PictureOffer, FileSize, withoutPictures, showTapped };
