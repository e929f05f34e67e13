import type { LowData } from '../../lib/low-data.ts';
import { showTapped, withoutPictures } from './content-pictures.ts';
import { FileSize } from './file-size.tsx';
import { PictureOffer } from './picture-offer.tsx';

/** What a page that spares data is drawn with. Loaded by such a page only. */
export const lowData: LowData = { Picture: PictureOffer, FileSize, withoutPictures, showTapped };
