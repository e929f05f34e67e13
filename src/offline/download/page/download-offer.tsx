import '../../../ui/controls.css';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { LibraryDownloadContext } from '../../../../machines/library-download.machine.ts';
import { formatBytes } from '../../../lib/format/format-bytes.ts';
import { ActionButton } from '../../../ui/links/action-button.tsx';

type DownloadOfferProps = { context: LibraryDownloadContext; onSave: (choice: { pictures: boolean }) => void };

function Pictures({ bytes, onSave }: { bytes: number; onSave: DownloadOfferProps['onSave'] }) {
  return (
    <section aria-labelledby="download-offer" className="stack gap-4">
      <h2 id="download-offer">Pictures</h2>
      <p>Pictures were not saved.</p>
      <ActionButton className="self-left" onClick={() => onSave({ pictures: true })}>
        Save pictures ({formatBytes(bytes)})
      </ActionButton>
    </section>
  );
}

/** Shows the download size, with and without pictures, before the download starts. */
export function DownloadOffer({ context, onSave }: DownloadOfferProps) {
  const { offer, saved } = context;
  const [pictures, setPictures] = useState(context.pictures);
  if (!offer || (offer.bytes === 0 && offer.pictureBytes === 0)) return null;
  if (offer.bytes === 0) return <Pictures bytes={offer.pictureBytes} onSave={onSave} />;
  const bytes = offer.bytes + (pictures ? offer.pictureBytes : 0);
  return (
    <section aria-labelledby="download-offer" className="stack gap-4">
      <h2 id="download-offer">{saved ? 'What has changed' : 'What is saved'}</h2>
      <p>
        {saved
          ? 'Only the changes will be downloaded.'
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
      <ActionButton className="self-left" onClick={() => onSave({ pictures })}>
        {saved ? 'Update' : 'Save'} ({formatBytes(bytes)})
      </ActionButton>
    </section>
  );
}
