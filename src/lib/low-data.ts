import { type ComponentType, createContext, useContext } from 'react';

/** Components and functions of low-data mode, which loads pictures only on request. */
export type LowData = {
  /** Replaces a picture with the aspect ratio 8:5. */
  Picture: ComponentType<{ url: string; name: string }>;
  /** Size of the file behind a link. */
  FileSize: ComponentType<{ url: string }>;
  /** Replaces each picture in HTML by a link. */
  withoutPictures: (html: string) => string;
  /** In an element with such HTML, shows a picture when its link is tapped. Returns a function that stops it. */
  showTapped: (content: HTMLElement | null) => () => void;
};

/** Null: low-data mode is off. */
export const LowDataContext = createContext<LowData | null>(null);

export const useLowData = () => useContext(LowDataContext);
