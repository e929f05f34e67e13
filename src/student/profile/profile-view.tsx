import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { readDraft } from '../../offline/drafts.ts';
import { useConnection } from '../../offline/page-connection.ts';
import { Notice } from '../../ui/notice.tsx';
import { CompletionCard } from './completion-card.tsx';
import { ExperienceList } from './experience-list.tsx';
import { FoldedSection } from './folded-section.tsx';
import { PictureEditor } from './picture/picture-editor.tsx';
import { type ProfileGap, profileCompletion } from './profile-completion.ts';
import { ProfileDetails } from './profile-details.tsx';
import { ProfileEditor } from './profile-editor.tsx';
import type { FormStart, KnownStudent } from './profile-fields.ts';
import classes from './profile-view.module.css';
import { profileDraft } from './save-profile.ts';

const waits = 'Editing waits for the connection: your details are kept on our server.';
const atFirst: FormStart = { tab: 'personal', field: null };

/** The profile to read (document 2, section 2), and the way to its form. `asOf` is the age of what is shown. */
export function ProfileView({ student, asOf }: { student: KnownStudent; asOf: string }) {
  const connection = useConnection();
  const isCut = connection === 'offline' || connection === 'portal';
  const [isOpen, setIsOpen] = useState(false);
  const [start, setStart] = useState(atFirst);
  const edit = useRef<HTMLButtonElement>(null);
  const picture = useRef<HTMLButtonElement>(null);
  const hasDraft = readDraft(profileDraft(student.id)) !== null;

  const open = (where: FormStart) => {
    // The focus comes back to where it was, and what is filled is no longer listed as missing.
    edit.current?.focus({ preventScroll: true });
    setStart(where);
    setIsOpen(true);
  };
  const fill = ({ tab, field }: ProfileGap) => (tab === 'picture' ? picture.current?.click() : open({ tab, field }));
  const name = `${student.first_name ?? ''} ${student.last_name ?? ''}`.trim();

  return (
    <>
      <div className={classes.head}>
        <PictureEditor student={student} name={name} chooseRef={picture} isCut={isCut} />
        <CompletionCard completion={profileCompletion(student)} hindrance={isCut ? waits : null} onFill={fill} />
      </div>
      {hasDraft && !isOpen ? (
        <Notice tone="waiting" title="You have changes that are not saved">
          They are kept in this tab. Edit Profile goes on with them.
        </Notice>
      ) : null}
      <div className={classes.edit}>
        <Button
          ref={edit}
          variant="outline"
          disabled={isCut}
          {...(isCut ? { 'aria-describedby': 'edit-waits' } : {})}
          onClick={() => open(atFirst)}
        >
          Edit Profile
        </Button>
        {isCut ? (
          <p id="edit-waits" className={classes.soft}>
            {waits} Shown as of {asOf}.
          </p>
        ) : null}
      </div>
      <FoldedSection id="details" title="Personal details" isFirst>
        <ProfileDetails student={student} part="personal" />
      </FoldedSection>
      <FoldedSection id="address" title="Address">
        <ProfileDetails student={student} part="address" />
      </FoldedSection>
      <FoldedSection id="experience" title="Experience">
        <ExperienceList experience={student.experience ?? []} />
      </FoldedSection>
      <ProfileEditor student={student} isOpen={isOpen} start={start} onClose={() => setIsOpen(false)} />
    </>
  );
}
