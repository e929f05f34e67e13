import { Button, Group, List, Stack, Text } from '@mantine/core';
import { counted } from '../../../../contract/counted.ts';
import { formatDay } from '../../../lib/format/format.ts';
import { Notice } from '../../../ui/messages/notice.tsx';
import { markName, markNames, type WaitingMark } from './waiting-mark.ts';

type WaitingNoticeProps = {
  /** The marks of the signed-in staff member for this batch. */
  marks: readonly WaitingMark[];
  isSending: boolean;
  onSend: () => void;
  onKeepMine: (mark: WaitingMark) => void;
  onDrop: (mark: WaitingMark) => void;
};

/** What this device has not delivered yet, and what needs a decision. */
export function WaitingNotice({ marks, isSending, onSend, onKeepMine, onDrop }: WaitingNoticeProps) {
  // A mark and the mark that undoes it count as one.
  const waiting = new Set(
    marks.filter(({ state }) => state === 'waiting').map(({ studentId, day }) => `${studentId} ${day}`),
  ).size;
  const changed = marks.filter(({ state }) => state === 'changed');
  const refused = marks.filter(({ state }) => state === 'refused');
  return (
    <>
      {waiting > 0 && !isSending ? (
        <Notice
          tone="waiting"
          role="status"
          title={`${counted(waiting, 'mark waits', 'marks wait')} on this device`}
          action={
            <Button variant="outline" size="xs" onClick={onSend}>
              Send now
            </Button>
          }
        >
          They are sent by themselves when the server can be reached. You can close this page.
        </Notice>
      ) : null}
      {changed.length > 0 ? (
        <Notice tone="error" role="alert" title="Somebody else has marked these students differently">
          <List listStyleType="none">
            {changed.map((mark) => (
              <List.Item key={mark.id}>
                <Stack gap={4} my="xs">
                  <Text className="anywhere">
                    {mark.name}, {formatDay(mark.day)}:{' '}
                    {mark.mark ? `you marked ${markNames[mark.mark]}` : 'you took your mark back'},{' '}
                    {mark.theirs
                      ? `${mark.theirs.by} marked ${markNames[mark.theirs.mark]}`
                      : 'somebody else has changed it'}
                    .
                  </Text>
                  <Group gap="xs">
                    <Button size="xs" variant="outline" onClick={() => onKeepMine(mark)}>
                      {mark.mark ? `Use ${markNames[mark.mark]}` : 'Remove the mark'}
                    </Button>
                    <Button size="xs" variant="outline" onClick={() => onDrop(mark)}>
                      Keep {mark.theirs ? markNames[mark.theirs.mark] : 'the other mark'}
                    </Button>
                  </Group>
                </Stack>
              </List.Item>
            ))}
          </List>
        </Notice>
      ) : null}
      {refused.length > 0 ? (
        <Notice tone="error" role="alert" title="These marks could not be stored">
          <List listStyleType="none">
            {refused.map((mark) => (
              <List.Item key={mark.id}>
                <Group gap="xs" my="xs">
                  <Text className="anywhere">
                    {mark.name}, {formatDay(mark.day)}, {markName(mark.mark)}: {mark.reason}
                  </Text>
                  <Button size="xs" variant="outline" onClick={() => onDrop(mark)}>
                    Remove
                  </Button>
                </Group>
              </List.Item>
            ))}
          </List>
        </Notice>
      ) : null}
    </>
  );
}
