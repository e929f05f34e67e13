import { Button, Checkbox, Code, CopyButton, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';

/** Shows new recovery codes once, with buttons that copy, download and print them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [isStored, setStored] = useState(false);
  const text = ['Recovery codes for the staff console. Each works once.', '', ...codes, ''].join('\n');
  return (
    <Stack>
      <Text>
        With these codes you can sign in without your second factor. Each works once. They are not shown again, and
        older codes no longer work.
      </Text>
      <SimpleGrid
        cols={{ base: 1, xs: 2 }}
        component="ul"
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code}>
            <Code fz="md" style={{ whiteSpace: 'nowrap' }}>
              {code}
            </Code>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="sm" className="not-printed">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="outline" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          variant="outline"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="landfall-recovery-codes.txt"
          leftSection={<Icon name="download" size={16} />}
        >
          Download
        </Button>
        <Button variant="outline" onClick={() => window.print()}>
          Print
        </Button>
      </Group>
      <Checkbox
        className="not-printed"
        label="I have stored the codes in a safe place"
        checked={isStored}
        onChange={({ currentTarget }) => setStored(currentTarget.checked)}
      />
      <Button className="not-printed" disabled={!isStored} onClick={onDone}>
        Continue
      </Button>
    </Stack>
  );
}

/** Shows recovery codes in a dialog that closes only after the staff member confirms that they are stored. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Your new recovery codes"
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <RecoveryCodes codes={codes} onDone={onClose} />
    </Modal>
  );
}
