import '../../ui/controls.css';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { VoyageContext } from '../../../machines/voyage.types.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import classes from './voyage-page.module.css';

type VoyageOfferProps = { context: VoyageContext; onSave: (choice: { pictures: boolean }) => void };

function Pictures({ bytes, onSave }: { bytes: number; onSave: VoyageOfferProps['onSave'] }) {
  return (
    <section aria-labelledby="voyage-offer" className={classes.part}>
      <h2 id="voyage-offer">Pictures</h2>
      <p>They were left out.</p>
      <ActionButton className={classes.action} onClick={() => onSave({ pictures: true })}>
        Save pictures ({formatBytes(bytes)})
      </ActionButton>
    </section>
  );
}

/** The size before anything is fetched, with and without pictures. */
export function VoyageOfferPart({ context, onSave }: VoyageOfferProps) {
  const { offer, saved } = context;
  const [pictures, setPictures] = useState(context.pictures);
  if (!offer || (offer.bytes === 0 && offer.pictureBytes === 0)) return null;
  if (offer.bytes === 0) return <Pictures bytes={offer.pictureBytes} onSave={onSave} />;
  const bytes = offer.bytes + (pictures ? offer.pictureBytes : 0);
  return (
    <section aria-labelledby="voyage-offer" className={classes.part}>
      <h2 id="voyage-offer">{saved ? 'What has changed' : 'What is saved'}</h2>
      <p>
        {saved
          ? 'Only what has changed since is fetched.'
          : 'Every course with its dates, fees and seats, all pages, policies, departments and posts.'}
      </p>
      {offer.pictureBytes > 0 ? (
        <Checkbox
          size="md"
          checked={pictures}
          onChange={(event) => setPictures(event.currentTarget.checked)}
          label={`With pictures (${formatBytes(offer.pictureBytes)} more)`}
        />
      ) : null}
      <ActionButton className={classes.action} onClick={() => onSave({ pictures })}>
        {saved ? 'Update' : 'Save'} ({formatBytes(bytes)})
      </ActionButton>
    </section>
  );
}
