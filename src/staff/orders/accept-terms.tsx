import { Anchor, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { createElement, Fragment, type ReactNode, useState } from 'react';
import type { SaleTerms } from '../../../contract/staff/order-money.ts';

const shownTags = new Set([
  'P',
  'BR',
  'H2',
  'H3',
  'H4',
  'OL',
  'UL',
  'LI',
  'STRONG',
  'EM',
  'TABLE',
  'THEAD',
  'TBODY',
  'TR',
  'TH',
  'TD',
]);

/**
 * Converts an HTML node to React elements. Keeps the text and the tags in `shownTags`; drops other tags and all
 * attributes. The HTML is not inserted into the page as it is: only `RichText` of the student site does that.
 */
function toReact(node: Node, key: number): ReactNode {
  if (!(node instanceof Element)) return node.textContent;
  const children = [...node.childNodes].map(toReact);
  const type = shownTags.has(node.tagName) ? node.tagName.toLowerCase() : Fragment;
  return createElement(type, { key }, ...children);
}

/** Shows the booking terms, so that a student at the counter can read them. */
function BookingTermsDialog({ terms, onClose }: { terms: SaleTerms; onClose: () => void }) {
  const { body } = new DOMParser().parseFromString(terms.content, 'text/html');
  return (
    <Modal opened onClose={onClose} size="lg" title={terms.title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="sm">
        <Text size="sm">Version {terms.version}</Text>
        <div>{[...body.childNodes].map(toReact)}</div>
      </Stack>
    </Modal>
  );
}

type AcceptTermsProps = { terms: SaleTerms; isAccepted: boolean; onChange: (isAccepted: boolean) => void };

/** The tick by which the staff member confirms that the student accepts the booking terms, and a link to the terms. */
export function AcceptTerms({ terms, isAccepted, onChange }: AcceptTermsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack gap={4} align="start">
      <Checkbox
        label={`The student has read and accepts the booking terms (version ${terms.version})`}
        description="The history of the order names you as the one who confirmed it."
        checked={isAccepted}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <Anchor component="button" type="button" underline="always" onClick={() => setOpen(true)}>
        Read the booking terms
      </Anchor>
      {isOpen ? <BookingTermsDialog terms={terms} onClose={() => setOpen(false)} /> : null}
    </Stack>
  );
}
