import { mutationOptions } from '@tanstack/react-query';
import type { Profile } from '../../../contract/student.ts';
import { sessionQueries } from '../../auth/session/session.queries.ts';
import { studentQueries } from '../student.queries.ts';
import { saveProfile } from './form/save-profile.ts';
import { pictureTexts } from './picture/picture-rules.ts';
import { type PictureUpload, savePicture, uploadPicture } from './picture/save-picture.ts';

/** Another student has the same email or number. */
export class ProfileConflict extends Error {
  override name = 'ProfileConflict';
}

// The session has the student's name and picture.
const pictureSaved = {
  invalidates: [sessionQueries.all()],
  awaits: [studentQueries.all()],
  successToast: 'Updated Successfully',
};

export const profileMutations = {
  /** @throws ProfileConflict, ApiError */
  save: (studentId: string) =>
    mutationOptions({
      mutationFn: async (profile: Partial<Profile>, { client }) => {
        const { kind } = await saveProfile(client, { studentId, profile, key: crypto.randomUUID() });
        if (kind === 'conflict') throw new ProfileConflict();
      },
      meta: { awaits: [studentQueries.all()] },
    }),
  /** An aborted upload changes nothing. @throws PictureError */
  uploadPicture: (studentId: string) =>
    mutationOptions({
      mutationFn: (picture: PictureUpload, { client }) => uploadPicture(client, studentId, picture),
      meta: pictureSaved,
    }),
  /** Removes the picture if the address is null. @throws PictureError */
  setPicture: (studentId: string) =>
    mutationOptions({
      mutationFn: (url: string | null, { client }) => savePicture(client, studentId, url),
      meta: { ...pictureSaved, errorToast: pictureTexts.notSaved },
    }),
};
