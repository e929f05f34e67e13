import { type ComponentType, createContext, useContext } from 'react';

/** What stands in the place of bytes that nobody has asked for. */
export type LowData = {
  /** A picture of `name`, of 8 to 5. */
  Picture: ComponentType<{ url: string; name: string }>;
  /** Size of the file that a link leads to. */
  FileSize: ComponentType<{ url: string }>;
  /** Content HTML with a link in the place of each picture. */
  withoutPictures: (html: string) => string;
  /** Of an element with such HTML: shows a picture in the place of its link when that is tapped. The answer stops it. */
  showTapped: (content: HTMLElement | null) => () => void;
};

/** Null: pictures show. */
export const LowDataContext = createContext<LowData | null>(null);

export const useLowData = () => useContext(LowDataContext);
