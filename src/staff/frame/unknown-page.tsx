import { Notice } from '../../ui/messages/notice.tsx';
import { StaffPage } from './staff-page.tsx';

export function UnknownPage() {
  return (
    <StaffPage title="Page not found">
      <Notice title="There is no page at this address.">
        <a href="/staff">Open the start page</a>
      </Notice>
    </StaffPage>
  );
}
