import { Button, Group, List, Stack, Text } from '@mantine/core';
import { counted } from '../../../contract/counted.ts';
import { formatDay } from '../../lib/format/format.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { markName, markNames, type WaitingMark } from '../unsent-marks/waiting-mark.ts';

type WaitingNoticeProps = {
  /**
   * The signed-in staff member's undelivered attendance marks: all for this batch, and the refused ones for other
   * batches.
   */
  marks: readonly WaitingMark[];
  batchId: number;
  isSending: boolean;
  onSend: () => void;
  onKeepMine: (mark: WaitingMark) => void;
  onRetry: (mark: WaitingMark) => void;
  onDrop: (mark: WaitingMark) => void;
};

/**
 * Says how many attendance marks this device has not delivered yet, and lists those that need a decision by the staff
 * member.
 */
export function WaitingNotice({ marks, batchId, isSending, onSend, onKeepMine, onRetry, onDrop }: WaitingNoticeProps) {
  // Count each student and day once, because an attendance mark and the mark that undoes it are both in the outbox.
  const waiting = new Set(
    marks.filter(({ state }) => state === 'waiting').map(({ studentId, day }) => `${studentId} ${day}`),
  ).size;
  const changed = marks.filter(({ state }) => state === 'changed');
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
          They are sent by themselves when the server can be reached. If you close the console before, they wait until
          you open it again.
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
                      : 'somebody else has removed the mark'}
                    .
                  </Text>
                  <Group gap="xs">
                    <Button size="xs" variant="outline" onClick={() => onKeepMine(mark)}>
                      {mark.mark ? `Use ${markNames[mark.mark]}` : 'Remove the mark'}
                    </Button>
                    <Button size="xs" variant="outline" onClick={() => onDrop(mark)}>
                      {mark.theirs ? `Keep ${markNames[mark.theirs.mark]}` : 'Leave unmarked'}
                    </Button>
                  </Group>
                </Stack>
              </List.Item>
            ))}
          </List>
        </Notice>
      ) : null}
      <RefusedNotice {...{ marks, batchId, onRetry, onDrop }} />
    </>
  );
}

type RefusedNoticeProps = Pick<WaitingNoticeProps, 'marks' | 'onRetry' | 'onDrop'> & {
  /** The batch that the page shows. Attendance marks for other batches are listed with the name of their course. */
  batchId?: number;
};

/**
 * Lists the attendance marks that the server has refused, with the reason and what to do. They stay on the device until
 * the staff member sends them again or removes them.
 */
export function RefusedNotice({ marks, batchId, onRetry, onDrop }: RefusedNoticeProps) {
  const refused = marks.filter(({ state }) => state === 'refused');
  if (refused.length === 0) return null;
  const titleOf = (mark: WaitingMark) =>
    [mark.batchId === batchId ? '' : mark.course, mark.name, formatDay(mark.day), markName(mark.mark)]
      .filter(Boolean)
      .join(', ');
  return (
    <Notice tone="error" role="alert" title="These marks could not be stored">
      <List listStyleType="none">
        {refused.map((mark) => (
          <List.Item key={mark.id}>
            <Stack gap={4} my="xs">
              <Text className="anywhere">
                {titleOf(mark)}: {mark.reason}
              </Text>
              <Group gap="xs">
                <Button size="xs" variant="outline" onClick={() => onRetry(mark)}>
                  Try again
                </Button>
                <Button size="xs" variant="outline" onClick={() => onDrop(mark)}>
                  Remove
                </Button>
              </Group>
            </Stack>
          </List.Item>
        ))}
      </List>
    </Notice>
  );
}
