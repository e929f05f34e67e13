import { Group, List, ScrollArea, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DocumentName, previewContent } from '../../../contract/staff/content.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { contentQueries } from './content.queries.ts';
import { kindTexts } from './content-texts.ts';

const widths = { phone: 390, desktop: 1280 } as const;

/** Scrolls a previewed page to the heading with this text. */
function scrollToHeading({ contentDocument, contentWindow }: HTMLIFrameElement, text: string): void {
  const headings = contentDocument?.querySelectorAll('main h2') ?? [];
  const heading = [...headings].find(({ textContent }) => textContent === text);
  if (heading) contentWindow?.scrollTo({ top: heading.getBoundingClientRect().top });
}

type PreviewProps = {
  name: DocumentName;
  revision: number;
  /** The heading to which the preview scrolls, if the document is only a part of the page; else null. */
  heading: string | null;
};

/** Shows the public page as it would be with the draft. Its iframe runs no scripts. */
export function PreviewPanel({ name, revision, heading }: PreviewProps) {
  const preview = useQuery(contentQueries.preview(name, revision));
  const [width, setWidth] = useState<keyof typeof widths>('phone');
  const { error } = preview;
  const faults = isRefusal(error, previewContent, 'CONTENT_FAULTS') ? error.data : [];
  const isUnavailable = isRefusal(error, previewContent, 'PREVIEW_UNAVAILABLE');
  if (preview.isPending) return <Skeleton height="30rem" role="status" aria-label="The preview is loading" />;
  if (faults.length > 0)
    return (
      <Notice tone="error" role="alert" title="The page cannot be shown while the draft has these mistakes">
        <List>
          {faults.map(({ path, label, reason }) => (
            <List.Item key={`${path} ${reason}`}>
              {label} {reason}
            </List.Item>
          ))}
        </List>
      </Notice>
    );
  if (isUnavailable)
    return <Notice title={kindTexts[name.kind].noPreview ?? 'This has no page of its own to preview.'} />;
  if (!preview.data)
    return (
      <ErrorState
        message="The preview could not be loaded."
        onRetry={() => void preview.refetch()}
        isRetrying={preview.isFetching}
      />
    );
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text c="dimmed">
          {preview.data.page}, only for you. Menus and buttons do not work here; links open the site in a new tab.
        </Text>
        <SegmentedControl
          aria-label="Width"
          data={[
            { value: 'phone', label: 'Phone' },
            { value: 'desktop', label: 'Desktop' },
          ]}
          value={width}
          onChange={(value) => setWidth(value === 'desktop' ? 'desktop' : 'phone')}
        />
      </Group>
      <ScrollArea scrollbars="x" viewportProps={{ role: 'region', 'aria-label': 'Page', tabIndex: 0 }}>
        <iframe
          title="Preview"
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          srcDoc={preview.data.html}
          onLoad={({ currentTarget }) => (heading ? scrollToHeading(currentTarget, heading) : undefined)}
          width={widths[width]}
          height={800}
          style={{ border: '1px solid var(--mantine-color-default-border)', background: 'white', maxWidth: 'none' }}
        />
      </ScrollArea>
    </Stack>
  );
}
