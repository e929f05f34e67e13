import '../../../ui/controls.css';
import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import classes from './preview.module.css';

type PreviewToolbarProps = {
  number: number;
  pages: number;
  /** Per cent of the page's true size. */
  percent: number;
  isFitted: boolean;
  onPage: (number: number) => void;
  onZoom: (direction: 'in' | 'out') => void;
  onFit: () => void;
};

function PageNumber({ number, pages, onPage }: Pick<PreviewToolbarProps, 'number' | 'pages' | 'onPage'>) {
  const [typed, setTyped] = useState(String(number));
  useEffect(() => setTyped(String(number)), [number]);
  const go = () => {
    const wanted = Number(typed);
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= pages) onPage(wanted);
    else setTyped(String(number));
  };
  return (
    <span className={classes.number}>
      <TextInput
        aria-label={`Page, 1 to ${pages}`}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={go}
        onKeyDown={({ key }) => {
          if (key === 'Enter') go();
        }}
      />
      <span aria-hidden>of {pages}</span>
    </span>
  );
}

/** Pages and size. */
export function PreviewToolbar(props: PreviewToolbarProps) {
  const { number, pages, percent, isFitted, onPage, onZoom, onFit } = props;
  return (
    <div role="toolbar" aria-label="Preview" className={classes.toolbar}>
      <span className={classes.group}>
        <Button variant="subtle" aria-label="Previous page" disabled={number <= 1} onClick={() => onPage(number - 1)}>
          <Icon name="chevronLeft" />
        </Button>
        <PageNumber number={number} pages={pages} onPage={onPage} />
        <Button variant="subtle" aria-label="Next page" disabled={number >= pages} onClick={() => onPage(number + 1)}>
          <Icon name="chevronRight" />
        </Button>
      </span>
      <span className={classes.group}>
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
