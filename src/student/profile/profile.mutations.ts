import { mutationOptions } from '@tanstack/react-query';
import type { Profile } from '../../../contract/student.ts';
import { sessionQueries } from '../../auth/session/session.queries.ts';
import { studentQueries } from '../student.queries.ts';
import { saveProfile } from './form/save-profile.ts';
import { pictureTexts } from './picture/picture-rules.ts';
import { type PictureUpload, savePicture, uploadPicture } from './picture/save-picture.ts';

/**
 * Thrown when the server refuses the profile (`USER_EXISTS`), because another student has the same email address, INDOS
 * number, passport number or phone number.
 */
export class ProfileConflict extends Error {
  override name = 'ProfileConflict';
}

// Refetch the sign-in session too, because it contains the student's picture.
const pictureSaved = {
  invalidates: [sessionQueries.all()],
  awaits: [studentQueries.all()],
  successToast: 'Updated Successfully',
};

export const profileMutations = {
  /** Saves the profile. @throws ProfileConflict, ApiError */
  save: (studentId: string) =>
    mutationOptions({
      mutationFn: async (profile: Partial<Profile>, { client }) => {
        const { kind } = await saveProfile(client, { studentId, profile, key: crypto.randomUUID() });
        if (kind === 'conflict') throw new ProfileConflict();
      },
      meta: { awaits: [studentQueries.all()] },
    }),
  /** Uploads a picture and sets it as the profile image. An aborted upload changes nothing. @throws PictureError */
  uploadPicture: (studentId: string) =>
    mutationOptions({
      mutationFn: (picture: PictureUpload, { client }) => uploadPicture(client, studentId, picture),
      meta: pictureSaved,
    }),
  /**
   * Sets an uploaded picture as the profile image, or removes the profile image if the URL is null.
   * @throws PictureError
   */
  setPicture: (studentId: string) =>
    mutationOptions({
      mutationFn: (url: string | null, { client }) => savePicture(client, studentId, url),
      meta: { ...pictureSaved, errorToast: pictureTexts.notSaved },
    }),
};
