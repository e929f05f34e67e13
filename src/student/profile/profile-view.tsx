import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useIsOffline } from '../../offline/connection/page-connection.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { readDraft } from '../../offline/session/drafts.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { CollapsibleSection } from './collapsible-section.tsx';
import { CompletionCard } from './completion-card.tsx';
import { ExperienceList } from './experience-list.tsx';
import { ProfileEditor } from './form/profile-editor.tsx';
import { profileDraft } from './form/save-profile.ts';
import { PictureEditor } from './picture/picture-editor.tsx';
import { type ProfileGap, profileCompletion } from './profile-completion.ts';
import { ProfileDetails } from './profile-details.tsx';
import type { FormStart, PartialStudent } from './profile-fields.ts';
import classes from './profile-view.module.css';

const defaultStart: FormStart = { tab: 'personal', field: null };

/**
 * Shows the profile, with buttons that open the form to edit it. `lastUpdated`: when the profile was fetched, as a
 * text.
 */
export function ProfileView({ student, lastUpdated }: { student: PartialStudent; lastUpdated: string }) {
  const isOffline = useIsOffline();
  const { when } = useUnreachable();
  const [isOpen, setIsOpen] = useState(false);
  const [start, setStart] = useState(defaultStart);
  const edit = useRef<HTMLButtonElement>(null);
  const picture = useRef<HTMLButtonElement>(null);
  const hasDraft = readDraft(profileDraft(student.id)) !== null;

  const open = (position: FormStart) => {
    // Focus the edit button before the side sheet opens. When the sheet closes, the focus returns there. It could not
    // return to the pressed entry in the list of missing items, which may be gone by then.
    edit.current?.focus({ preventScroll: true });
    setStart(position);
    setIsOpen(true);
  };
  const fill = ({ tab, field }: ProfileGap) => (tab === 'picture' ? picture.current?.click() : open({ tab, field }));
  const name = `${student.first_name ?? ''} ${student.last_name ?? ''}`.trim();

  return (
    <>
      <div className={`stack gap-5 ${classes.head}`}>
        <PictureEditor student={student} name={name} chooseRef={picture} isOffline={isOffline} />
        <CompletionCard completion={profileCompletion(student)} canFill={!isOffline} onFill={fill} />
      </div>
      {hasDraft && !isOpen ? (
        <Notice tone="waiting" title="You have unsaved changes">
          Your draft is stored in this tab. Select Edit Profile to continue.
        </Notice>
      ) : null}
      <div className="stack left gap-2">
        <Button
          ref={edit}
          variant="outline"
          disabled={isOffline}
          {...(isOffline ? { 'aria-describedby': 'edit-offline-note' } : {})}
          onClick={() => open(defaultStart)}
        >
          Edit Profile
        </Button>
        {isOffline ? (
          <p id="edit-offline-note" className="soft small">
            You can edit your profile {when}. Last updated: {lastUpdated}.
          </p>
        ) : null}
      </div>
      <CollapsibleSection id="details" title="Personal details" isFirst>
        <ProfileDetails student={student} part="personal" />
      </CollapsibleSection>
      <CollapsibleSection id="address" title="Address">
        <ProfileDetails student={student} part="address" />
      </CollapsibleSection>
      <CollapsibleSection id="experience" title="Experience">
        <ExperienceList experience={student.experience ?? []} />
      </CollapsibleSection>
      <ProfileEditor student={student} isOpen={isOpen} start={start} onClose={() => setIsOpen(false)} />
    </>
  );
}
