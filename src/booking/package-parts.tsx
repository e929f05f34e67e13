import type { Ref } from 'react';
import type { ChosenBatches } from '../../machines/batch-rules.ts';
import { BatchSelect } from '../catalogue/batch-select.tsx';
import { Icon } from '../ui/icons.tsx';
import type { PackagePart } from './package-add.tsx';
import classes from './package-parts.module.css';

type PackagePartsProps = {
  ref: Ref<HTMLDetailsElement>;
  parts: readonly PackagePart[];
  chosen: ChosenBatches;
  coursesInCart: ReadonlySet<number>;
  isOpen: boolean;
  isLocked: boolean;
  /** Id of the text that says that choices are missing. */
  faultId: string | undefined;
  onToggle: (isOpen: boolean) => void;
  onChoose: (courseId: number, batchId: number) => void;
  onClear: (courseId: number) => void;
};

/** The courses of a package, each with its batches; drawn once it is opened. */
export function PackageParts({ ref, parts, chosen, isOpen, faultId, ...props }: PackagePartsProps) {
  return (
    <details
      ref={ref}
      className={classes.parts}
      open={isOpen}
      onToggle={({ currentTarget }) => props.onToggle(currentTarget.open)}
    >
      <summary>
        {isOpen ? 'Hide courses and batches' : 'Show courses and batches'}
        <Icon name="chevronDown" size={18} className={classes.mark} />
      </summary>
      {isOpen ? (
        <ul className={classes.list}>
          {parts.map(({ id, name, batches }) => (
            <li key={id} className={classes.part} data-chosen={chosen[id] !== undefined || undefined}>
              <h4>{name}</h4>
              {!props.isLocked && props.coursesInCart.has(id) ? (
                <p className={classes.note}>Already in your cart.</p>
              ) : null}
              <BatchSelect
                name={name}
                batches={batches}
                chosen={chosen[id] ?? null}
                isLocked={props.isLocked}
                faultId={chosen[id] === undefined ? faultId : undefined}
                onChoose={(batchId) => props.onChoose(id, batchId)}
                onClear={() => props.onClear(id)}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </details>
  );
}
