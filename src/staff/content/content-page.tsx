import { Badge, Button, Group, Stack, Table, Tabs, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type ContentKind, contentKinds, type ListedContent } from '../../../contract/staff/content.ts';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { formatInstant } from '../../lib/format/format.ts';
import { Icon } from '../../ui/icons.tsx';
import { StaffPage } from '../frame/staff-page.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { SearchField } from '../lists/search-field.tsx';
import { contentMutations, contentQueries } from './content.queries.ts';
import { contentRoute } from './content-feature.ts';
import { kindTexts, stateOf } from './content-texts.ts';

/** The content documents of one kind, each with its state, such as draft or published. Tabs lead to the other kinds. */
export function ContentPage() {
  const { kind } = contentRoute.useParams();
  const { q = '' } = contentRoute.useSearch();
  const { staff } = contentRoute.useRouteContext();
  const navigate = useNavigate();
  const list = useQuery(contentQueries.list(kind));
  const words = q.toLowerCase().split(/\s+/);
  const rows = list.data?.data.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  const query = { ...list, rows, hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => {} };
  const { plural, about } = kindTexts[kind];
  const mayAdd = list.data?.may_add && mayDo(staff.role, 'content.manage');
  return (
    <StaffPage title={plural} actions={mayAdd ? <NewDocument kind={kind} /> : null}>
      <Tabs
        value={kind}
        onChange={(wanted) => {
          const next = contentKinds.find((one) => one === wanted);
          if (next) void navigate({ to: '/staff/content/$kind', params: { kind: next } });
        }}
        activateTabWithKeyboard={false}
      >
        <Tabs.List aria-label="Kinds of content">
          {contentKinds.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {kindTexts[one].plural}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={kind} pt="md">
          <Stack gap="sm">
            <Text c="dimmed">{about}</Text>
            <Group>
              <SearchField
                key={kind}
                label={`Search ${plural.toLowerCase()}`}
                initial={q}
                onSearch={(text) =>
                  navigate({
                    to: '/staff/content/$kind',
                    params: { kind },
                    search: { q: text || undefined },
                    replace: true,
                  })
                }
              />
            </Group>
            <ListStates
              query={query}
              what={plural.toLowerCase()}
              empty={{ title: q ? 'Nothing matches' : `No ${plural.toLowerCase()} yet` }}
            >
              {(documents) => <DocumentTable kind={kind} documents={documents} />}
            </ListStates>
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </StaffPage>
  );
}

function DocumentTable({ kind, documents }: { kind: ContentKind; documents: readonly ListedContent[] }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Title</Table.Th>
          <Table.Th>State</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {documents.map((document) => {
          const { text, color } = stateOf(document);
          const { id, title, draft } = document;
          return (
            <Table.Tr key={id}>
              <Table.Td>
                <Link to="/staff/content/$kind/$id" params={{ kind, id }}>
                  {title || `${kindTexts[kind].one} without a title`}
                </Link>
              </Table.Td>
              <Table.Td>
                <Group gap="xs">
                  <Badge color={color} variant="light" tt="none" miw="max-content">
                    {text}
                  </Badge>
                  {draft ? (
                    <Text size="sm" c="dimmed">
                      {draft.by}, {formatInstant(draft.at)}
                    </Text>
                  ) : null}
                </Group>
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

function NewDocument({ kind }: { kind: ContentKind }) {
  const navigate = useNavigate();
  const [key] = useState(() => crypto.randomUUID());
  const creating = useMutation({
    ...contentMutations.create(key),
    onSuccess: ({ id }) => navigate({ to: '/staff/content/$kind/$id', params: { kind, id } }),
  });
  return (
    <Button
      leftSection={<Icon name="plus" size={18} />}
      loading={creating.isPending}
      onClick={() => creating.mutate(kind)}
    >
      {kindTexts[kind].add}
    </Button>
  );
}
