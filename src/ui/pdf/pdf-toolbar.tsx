import '../controls.css';
import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Icon } from '../icons.tsx';
import classes from './pdf.module.css';

type PdfToolbarProps = {
  number: number;
  pages: number;
  /** Zoom of the PDF page in per cent. */
  percent: number;
  isFitted: boolean;
  /** Opens the page with this number, or the nearest one that exists. */
  onPage: (number: number) => void;
  onZoom: (direction: 'in' | 'out') => void;
  onFit: () => void;
};

function PageNumber({ number, pages, onPage }: Pick<PdfToolbarProps, 'number' | 'pages' | 'onPage'>) {
  const [typed, setTyped] = useState(String(number));
  useEffect(() => setTyped(String(number)), [number]);
  const goToTyped = () => {
    const target = Number(typed);
    if (Number.isInteger(target) && target >= 1 && target <= pages) onPage(target);
    else setTyped(String(number));
  };
  return (
    <span className={`row middle gap-1 ${classes.number}`}>
      <TextInput
        aria-label={`Page, 1 to ${pages}`}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={goToTyped}
        onKeyDown={({ key }) => {
          if (key === 'Enter') goToTyped();
        }}
      />
      <span aria-hidden>of {pages}</span>
    </span>
  );
}

/**
 * Properties that mark a button as disabled without disabling it, so that a student who has just pressed it does not
 * lose the focus.
 */
const endProps = (isAtEnd: boolean) => (isAtEnd ? { 'data-disabled': true, 'aria-disabled': true } : {});

/** Toolbar of the PDF preview, with page number and zoom. */
export function PdfToolbar(props: PdfToolbarProps) {
  const { number, pages, percent, isFitted, onPage, onZoom, onFit } = props;
  return (
    <div role="toolbar" aria-label="Preview" className={`row wrap ${classes.toolbar}`}>
      <span className="row middle gap-1">
        <Button
          variant="subtle"
          aria-label="Previous page"
          {...endProps(number <= 1)}
          onClick={() => onPage(number - 1)}
        >
          <Icon name="chevronLeft" />
        </Button>
        <PageNumber number={number} pages={pages} onPage={onPage} />
        <Button
          variant="subtle"
          aria-label="Next page"
          {...endProps(number >= pages)}
          onClick={() => onPage(number + 1)}
        >
          <Icon name="chevronRight" />
        </Button>
      </span>
      <span className="row middle gap-1">
        <Button variant="subtle" aria-label="Zoom out" onClick={() => onZoom('out')}>
          <Icon name="minus" />
        </Button>
        <span role="status" className={classes.percent}>
          {percent} %
        </span>
        <Button variant="subtle" aria-label="Zoom in" onClick={() => onZoom('in')}>
          <Icon name="plus" />
        </Button>
        <Button variant="subtle" aria-pressed={isFitted} onClick={onFit}>
          Fit
        </Button>
      </span>
    </div>
  );
}
