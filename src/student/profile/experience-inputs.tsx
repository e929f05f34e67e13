import '../../ui/controls.css';
import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { longestDescription, mostExperience } from '../../../contract/student.ts';
import { experienceFields, fieldId } from './profile-fields.ts';
import classes from './profile-form.module.css';
import { type ProfileFormApi, ProfileInputs, partsInOrder } from './profile-inputs.tsx';
import { type ExperienceValues, emptyExperience } from './profile-values.ts';

const lines = experienceFields.filter(({ name }) => name !== 'description');
const titleOf = ({ position }: ExperienceValues, place: number) => position.trim() || `Experience ${place + 1}`;

type EntryProps = { form: ProfileFormApi; place: number; entry: ExperienceValues; onRemove: () => void };

function Entry({ form, place, entry, onRemove }: EntryProps) {
  const path = `experience.${place}`;
  const description = `${path}.description`;
  return (
    <fieldset className={classes.entry}>
      <legend>{titleOf(entry, place)}</legend>
      <ProfileInputs form={form} fields={lines} group={path} />
      <Textarea
        id={fieldId(description)}
        name={description}
        label="Description"
        rows={4}
        description={`${entry.description.length} of ${longestDescription} characters.`}
        inputWrapperOrder={partsInOrder}
        {...form.getInputProps(description)}
      />
      <Button variant="outline" color="red" className={classes.remove} onClick={onRemove}>
        Remove <span className="visually-hidden">{titleOf(entry, place)}</span>
      </Button>
    </fieldset>
  );
}

type Removed = { place: number; entry: ExperienceValues };

/** Tab Experience: a list that grows, and whose last removal can be undone. */
export function ExperienceInputs({ form, isWanted }: { form: ProfileFormApi; isWanted: boolean }) {
  const { experience } = form.values;
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [entered, setEntered] = useState<string | null>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const isFull = experience.length >= mostExperience;

  useEffect(() => {
    if (removed) undo.current?.focus();
  }, [removed]);
  useEffect(() => {
    const place = experience.findIndex(({ key }) => key === entered);
    if (place < 0) return;
    document.getElementById(fieldId(`experience.${place}.position`))?.focus();
    setEntered(null);
  }, [entered, experience]);

  const put = (entry: ExperienceValues, place: number) => {
    form.insertListItem('experience', entry, place);
    setRemoved(null);
    setEntered(entry.key);
  };
  const remove = (place: number, entry: ExperienceValues) => {
    form.removeListItem('experience', place);
    setRemoved({ place, entry });
  };

  return (
    <>
      {experience.length === 0 ? <p className={classes.hint}>Where you have worked or sailed so far.</p> : null}
      {experience.map((entry, place) => (
        <Entry key={entry.key} form={form} place={place} entry={entry} onRemove={() => remove(place, entry)} />
      ))}
      <div role="status" className={classes.removed}>
        {removed ? (
          <>
            <span>{titleOf(removed.entry, removed.place)} is removed.</span>
            <Button ref={undo} variant="subtle" onClick={() => put(removed.entry, removed.place)}>
              Undo
            </Button>
          </>
        ) : null}
      </div>
      <Button
        id={fieldId('experience')}
        variant="outline"
        className={classes.add}
        disabled={isFull}
        onClick={() => put(emptyExperience(), experience.length)}
        {...(isWanted && !isFull ? { 'data-autofocus': true } : {})}
        {...(isFull ? { 'aria-describedby': 'experience-full' } : {})}
      >
        Add experience
      </Button>
      {isFull ? (
        <p id="experience-full" className={classes.hint}>
          There is room for {mostExperience}. Remove one to add another.
        </p>
      ) : null}
    </>
  );
}
