import { Anchor, Button, Checkbox, FileInput, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { counted } from '../../../../contract/counted.ts';
import {
  type ImportFault,
  importColumns,
  importStudents,
  longestImport,
  neededColumns,
} from '../../../../contract/staff/student-import.ts';
import { apiOf } from '../../../lib/api.ts';
import { isRefusal } from '../../../lib/refusals.ts';
import { Notice } from '../../../ui/messages/notice.tsx';
import { failureMessage } from '../../forms/form-errors.ts';
import { useRequestKey } from '../../forms/request-key.ts';
import { StaffPage } from '../../frame/staff-page.tsx';
import { type CheckedFile, checkFile, type ImportFile, type ImportProgress, importRows } from './run-import.ts';

function Faults({ faults, total }: { faults: readonly ImportFault[]; total: number }) {
  return (
    <Stack gap="xs">
      <Notice tone="error" role="alert" title={`The file has ${counted(total, 'error')}. Nothing was imported.`}>
        Correct the file and choose it again.
      </Notice>
      <Table.ScrollContainer minWidth={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Line</Table.Th>
              <Table.Th>Column</Table.Th>
              <Table.Th>What is wrong</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {faults.map(({ line, column, reason }) => (
              <Table.Tr key={`${line} ${column} ${reason}`}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{column}</Table.Td>
                <Table.Td className="anywhere">{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {total > faults.length ? <Text>{counted(total - faults.length, 'more error')} not shown.</Text> : null}
    </Stack>
  );
}

function Running({ progress: { done, total, added, known } }: { progress: ImportProgress }) {
  const isDone = done === total;
  const text = `${done.toLocaleString('en-IN')} of ${counted(total, 'line')}: ${counted(added, 'student')} added, ${known.toLocaleString('en-IN')} existed already`;
  return (
    <Stack gap="xs">
      <Progress value={total === 0 ? 100 : (100 * done) / total} aria-label="Lines imported" />
      <Text role="status">{text}</Text>
      {isDone ? <Notice tone="success" title="The import is complete." /> : null}
    </Stack>
  );
}

/** Shows the result of checking a file, and imports the file when the staff member confirms. */
function ImportSteps({ file, checked }: { file: ImportFile; checked: CheckedFile }) {
  const api = apiOf(useQueryClient());
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const { key: importId, onError } = useRequestKey();
  const importing = useMutation({
    mutationFn: () =>
      importRows(api, { file, rows: checked.rows, importId, reached: progress, onProgress: setProgress }),
    meta: { invalidates: [['staff-students']] },
    onError,
  });
  if (checked.fault_count > 0) return <Faults faults={checked.faults} total={checked.fault_count} />;
  const fresh = checked.rows.length - checked.known;
  const late = isRefusal(importing.error, importStudents, 'IMPORT_FAULTY') ? importing.error.data.faults : [];
  return (
    <Stack gap="md">
      <Text>
        {file.file_name}: {counted(fresh, 'new student')}, {checked.known.toLocaleString('en-IN')} who exist already and
        stay as they are.
      </Text>
      {progress ? <Running progress={progress} /> : null}
      {importing.isError ? (
        <Notice tone="error" role="alert" title={failureMessage(importing.error)}>
          Imported lines stay. Import again to continue.
          {late.map(({ line, column, reason }) => ` Line ${line} ${column} ${reason}.`)}
        </Notice>
      ) : null}
      {importing.isSuccess || checked.rows.length === 0 ? null : (
        <Button loading={importing.isPending} onClick={() => importing.mutate()} style={{ alignSelf: 'start' }}>
          {importing.isError ? 'Continue the import' : `Import ${counted(fresh, 'student')}`}
        </Button>
      )}
    </Stack>
  );
}

/** The page that imports students from a CSV file. */
export function ImportPage() {
  const api = apiOf(useQueryClient());
  const [mayShareMobile, setMayShareMobile] = useState(false);
  const [chosen, setChosen] = useState<File | null>(null);
  const checking = useMutation({
    async mutationFn(source: File) {
      // `longestImport` counts characters. A character takes at most four bytes in UTF-8, so a file of more than `4 *
      // longestImport` bytes is certainly too long and need not be read.
      if (source.size > 4 * longestImport) throw new Error('too large');
      const text = await source.text();
      const file: ImportFile = { file_name: source.name, text, may_share_mobile: mayShareMobile };
      return { file, checked: await checkFile(api, file) };
    },
  });
  const isTooLarge = checking.error instanceof Error && checking.error.message === 'too large';
  return (
    <StaffPage
      title="Import students"
      actions={<Anchor renderRoot={(props) => <Link to="/staff/students" {...props} />}>All students</Anchor>}
    >
      <Stack gap="md" maw={720}>
        <Text>
          Save the file as “CSV UTF-8”. Its first line names the columns, in any order: {importColumns.join(', ')}.
          Required: {neededColumns.join(', ')}. Write dates as 2004-02-29.
        </Text>
        <FileInput
          label="CSV file"
          placeholder="Choose a file"
          accept=".csv,text/csv"
          value={chosen}
          onChange={(file) => {
            setChosen(file);
            checking.reset();
          }}
        />
        <Checkbox
          label="Students may share a mobile number, as families do"
          checked={mayShareMobile}
          onChange={(event) => {
            setMayShareMobile(event.currentTarget.checked);
            checking.reset();
          }}
        />
        <Group>
          <Button
            variant="outline"
            disabled={!chosen}
            loading={checking.isPending}
            onClick={() => chosen && checking.mutate(chosen)}
          >
            Check the file
          </Button>
        </Group>
        {checking.isError ? (
          <Notice
            tone="error"
            role="alert"
            title={isTooLarge ? 'The file is too large. Import it in parts.' : failureMessage(checking.error)}
          />
        ) : null}
        {checking.data ? <ImportSteps {...checking.data} /> : null}
      </Stack>
    </StaffPage>
  );
}
