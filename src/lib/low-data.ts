import { type ComponentType, createContext, useContext } from 'react';

/** Components and functions of low-data mode, which loads pictures only on request. */
export type LowData = {
  /** The component that low-data mode shows instead of a picture. Its aspect ratio is 8:5. */
  Picture: ComponentType<{ url: string; name: string }>;
  /** Shows the size of the file behind a link. */
  FileSize: ComponentType<{ url: string }>;
  /** Replaces each picture in HTML with a link. */
  withoutPictures: (html: string) => string;
  /**
   * When a link that `withoutPictures` has inserted is tapped, shows the picture in place of the link. Returns a
   * function that removes the click listener from `content`.
   */
  showTapped: (content: HTMLElement | null) => () => void;
};

/** Context with the functions of low-data mode; null while the mode is off. */
export const LowDataContext = createContext<LowData | null>(null);

export const useLowData = () => useContext(LowDataContext);
