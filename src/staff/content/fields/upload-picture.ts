import type { Answer, CallInput, Endpoint } from '../../../../contract/endpoint.ts';
import { uploadContentPicture } from '../../../../contract/staff/content-pictures.ts';
import { createApi } from '../../../lib/api.ts';
import { fileFetch } from '../../../lib/upload.ts';
import { createStaffApi } from '../../session/staff-api.ts';

export type PictureChoice = CallInput<typeof uploadContentPicture>['query'];
type UploadOptions = { key: string; signal: AbortSignal; onProgress: (share: number) => void };

/**
 * Uploads a picture and returns its path on the site. `onProgress` gets the share of the file that was sent, 0 to 1.
 * @throws ApiError
 */
export async function uploadPicture(file: File, query: PictureChoice, options: UploadOptions): Promise<string> {
  const { key, signal, onProgress } = options;
  // The API client sends only JSON, so `fileFetch` sends the file as form data instead of a JSON body.
  const { body: _form, ...bare } = uploadContentPicture;
  const api = createStaffApi(createApi(fileFetch(file, onProgress)));
  const { data }: Answer<typeof bare> = await api.call(bare satisfies Endpoint, { query }, { key, signal });
  return data.path;
}
