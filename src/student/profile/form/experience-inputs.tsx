import '../../../ui/controls.css';
import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { longestDescription, mostExperience } from '../../../../contract/student.ts';
import { experienceFields, fieldId } from '../profile-fields.ts';
import classes from './profile-form.module.css';
import { type ProfileFormApi, ProfileInputs, wrapperOrder } from './profile-inputs.tsx';
import { type ExperienceValues, emptyExperience } from './profile-values.ts';

const shortFields = experienceFields.filter(({ name }) => name !== 'description');
const titleOf = ({ position }: ExperienceValues, index: number) => position.trim() || `Experience ${index + 1}`;

type EntryProps = { form: ProfileFormApi; index: number; entry: ExperienceValues; onRemove: () => void };

function Entry({ form, index, entry, onRemove }: EntryProps) {
  const path = `experience.${index}`;
  const description = `${path}.description`;
  return (
    <fieldset className={`stack shrink gap-4 ${classes.entry}`}>
      <legend>{titleOf(entry, index)}</legend>
      <ProfileInputs form={form} fields={shortFields} group={path} />
      <Textarea
        id={fieldId(description)}
        name={description}
        label="Description"
        rows={4}
        description={`${entry.description.length} of ${longestDescription} characters.`}
        inputWrapperOrder={wrapperOrder}
        {...form.getInputProps(description)}
      />
      <Button variant="outline" color="red" className="self-left" onClick={onRemove}>
        Remove <span className="visually-hidden">{titleOf(entry, index)}</span>
      </Button>
    </fieldset>
  );
}

type Removed = { index: number; entry: ExperienceValues };

/**
 * Tab Experience of the profile form: the list of work experiences. The experience that was removed last can be
 * restored.
 */
export function ExperienceInputs({ form, isFocused }: { form: ProfileFormApi; isFocused: boolean }) {
  const { experience } = form.values;
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [addedKey, setAddedKey] = useState<string | null>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const isFull = experience.length >= mostExperience;

  useEffect(() => {
    if (removed) undo.current?.focus();
  }, [removed]);
  useEffect(() => {
    const index = experience.findIndex(({ key }) => key === addedKey);
    if (index < 0) return;
    document.getElementById(fieldId(`experience.${index}.position`))?.focus();
    setAddedKey(null);
  }, [addedKey, experience]);

  const insert = (entry: ExperienceValues, index: number) => {
    form.insertListItem('experience', entry, index);
    setRemoved(null);
    setAddedKey(entry.key);
  };
  const remove = (index: number, entry: ExperienceValues) => {
    form.removeListItem('experience', index);
    setRemoved({ index, entry });
  };

  return (
    <>
      {experience.length === 0 ? <p className="soft">Add where you have worked or sailed.</p> : null}
      {experience.map((entry, index) => (
        <Entry key={entry.key} form={form} index={index} entry={entry} onRemove={() => remove(index, entry)} />
      ))}
      <div role="status" className={`row wrap middle ${classes.removed}`}>
        {removed ? (
          <>
            <span>{titleOf(removed.entry, removed.index)} removed.</span>
            <Button ref={undo} variant="subtle" onClick={() => insert(removed.entry, removed.index)}>
              Undo
            </Button>
          </>
        ) : null}
      </div>
      <Button
        id={fieldId('experience')}
        variant="outline"
        className="self-left"
        disabled={isFull}
        onClick={() => insert(emptyExperience(), experience.length)}
        {...(isFocused && !isFull ? { 'data-autofocus': true } : {})}
        {...(isFull ? { 'aria-describedby': 'experience-full' } : {})}
      >
        Add experience
      </Button>
      {isFull ? (
        <p id="experience-full" className="soft">
          You can add up to {mostExperience} entries. Remove one to add another.
        </p>
      ) : null}
    </>
  );
}
