import { type ComponentType, createContext, useContext } from 'react';

/** Components and functions of low-data mode, which loads pictures only on request. */
export type LowData = {
  /** Shown instead of a picture, with the aspect ratio 8:5. */
  Picture: ComponentType<{ url: string; name: string }>;
  /** Shows the size of the file behind a link. */
  FileSize: ComponentType<{ url: string }>;
  /** Replaces each picture in HTML with a link. */
  withoutPictures: (html: string) => string;
  /**
   * Makes the links that `withoutPictures` has put into an element show their picture when tapped. Returns a function
   * that stops this.
   */
  showTapped: (content: HTMLElement | null) => () => void;
};

/** Context with the functions of low-data mode; null while the mode is off. */
export const LowDataContext = createContext<LowData | null>(null);

export const useLowData = () => useContext(LowDataContext);
