import { Button, FileInput, Group, Input, NativeSelect, Progress, Slider, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ContentKind } from '../../../../contract/staff/content.ts';
import {
  leastPictureSize,
  longestPicture,
  type PictureFolder,
  pictureShapes,
  pictureTypes,
} from '../../../../contract/staff/content-pictures.ts';
import { formatBytes } from '../../../lib/format/format-bytes.ts';
import { Notice } from '../../../ui/messages/notice.tsx';
import { FormModal } from '../../forms/form-dialog.tsx';
import { failureMessage } from '../../forms/form-errors.ts';
import { useIntentKey } from '../../forms/intent-key.ts';
import { type CropPosition, focusOf, movableAxes, type PhotoSize } from './crop-position.ts';
import classes from './picture-upload-dialog.module.css';
import { type PictureChoice, uploadPicture } from './upload-picture.ts';

const longestText = `${longestPicture / 1024 ** 2}\u00a0MB`;
const middle: CropPosition = { across: 50, down: 50 };

/** The folder for pictures of this kind of content document, other than pictures of people. */
const wideFolder = (kind: ContentKind): PictureFolder => (kind === 'courses' || kind === 'packages' ? kind : 'campus');

/** Why a file cannot be uploaded, as far as the browser can detect it; null if it can be uploaded. */
function fileFault(file: File | null, size: PhotoSize | null, folder: PictureFolder): string | null {
  if (!file) return 'Choose a picture';
  // Some systems do not know the type of every file, so accept a file whose type is empty. The server checks the
  // content.
  if (file.type !== '' && !pictureTypes.some((type) => type === file.type))
    return 'This is no JPEG, PNG, WebP or AVIF picture. Choose another.';
  if (file.size > longestPicture)
    return `This picture has ${formatBytes(file.size)}, but at most ${longestText} can be uploaded. Save a smaller copy, such as 2000 pixels wide.`;
  const least = leastPictureSize(folder);
  if (size && (size.width < least.width || size.height < least.height))
    return `This picture has ${size.width} × ${size.height} pixels, but ${least.width} × ${least.height} are needed. Choose a larger one.`;
  return null;
}

/** An object URL that shows the chosen file in an `<img>`; null without a file. */
function useFileAddress(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const created = URL.createObjectURL(file);
    setAddress(created);
    return () => {
      URL.revokeObjectURL(created);
      setAddress(null);
    };
  }, [file]);
  return address;
}

/** Uploads a picture with progress. Closing the dialog or leaving the page aborts the upload. */
function useUpload(onUploaded: (path: string) => void, onClose: () => void) {
  const { keyOf } = useIntentKey();
  const [share, setShare] = useState(0);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const upload = useMutation({
    mutationFn({ file, choice }: { file: File; choice: PictureChoice }) {
      const controller = new AbortController();
      running.current = controller;
      setShare(0);
      const key = keyOf(JSON.stringify([file.name, file.size, file.lastModified, choice]));
      return uploadPicture(file, choice, { key, signal: controller.signal, onProgress: setShare });
    },
    meta: { successToast: 'Picture uploaded' },
    onSuccess(path) {
      onUploaded(path);
      onClose();
    },
  });
  return { ...upload, share };
}

type CropProps = {
  address: string;
  ratio: number;
  size: PhotoSize | null;
  position: CropPosition;
  isDisabled: boolean;
  onSize: (size: PhotoSize) => void;
  onMove: (position: CropPosition) => void;
};

/** Shows the part of the picture that pages will show. Sliders move the crop, so it can also be moved by keyboard. */
function CropPreview({ address, ratio, size, position, isDisabled, onSize, onMove }: CropProps) {
  const movable = size ? movableAxes(size, ratio) : { across: false, down: false };
  const slider = (label: string, axis: keyof CropPosition) =>
    movable[axis] ? (
      <Input.Wrapper label={label} labelElement="div">
        <Slider
          thumbLabel={label}
          label={null}
          disabled={isDisabled}
          value={position[axis]}
          onChange={(value) => onMove({ ...position, [axis]: value })}
        />
      </Input.Wrapper>
    ) : null;
  return (
    <Stack gap="sm">
      <img
        className={classes.preview}
        src={address}
        alt="The part that pages show"
        style={{ aspectRatio: ratio, objectPosition: `${position.across}% ${position.down}%` }}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          onSize({ width: naturalWidth, height: naturalHeight })
        }
      />
      {slider('Part that is shown, from left to right', 'across')}
      {slider('Part that is shown, from top to bottom', 'down')}
    </Stack>
  );
}

type DialogProps = {
  kind: ContentKind;
  /**
   * The path of the picture that the field has now. If it is in the folder of people, an uploaded picture goes there
   * too by default.
   */
  current: string;
  onUploaded: (path: string) => void;
  onClose: () => void;
};

/** A dialog that uploads a picture for a document. It stays open, with what was chosen, until the picture is stored. */
export function PictureUploadDialog({ kind, current, onUploaded, onClose }: DialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [firstFolder] = useState<PictureFolder>(
    kind === 'authors' || current.startsWith('/media/people/') ? 'people' : wideFolder(kind),
  );
  const [folder, setFolder] = useState(firstFolder);
  const [name, setName] = useState('');
  const [size, setSize] = useState<PhotoSize | null>(null);
  const [position, setPosition] = useState(middle);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const fileField = useRef<HTMLButtonElement>(null);
  const address = useFileAddress(file);
  const { mutate, reset, isPending, error, share } = useUpload(onUploaded, onClose);
  const { ratio } = pictureShapes[folder];
  const least = leastPictureSize(folder);
  const fault = fileFault(file, size, folder);
  const choose = (chosen: File | null) => {
    reset();
    setFile(chosen);
    setSize(null);
    setPosition(middle);
    setName(chosen?.name.replace(/\.\w+$/, '') ?? '');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (!file || fault) return fileField.current?.focus();
    mutate({ file, choice: { name, folder, ...(size ? focusOf(position, size, ratio) : {}) } });
  };
  return (
    <FormModal
      title="Upload a picture"
      isBusy={isPending}
      hasChanges={file !== null || name !== '' || folder !== firstFolder}
      onClose={onClose}
    >
      {(close) => (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            {error && !isPending ? (
              <Notice tone="error" role="alert" title={failureMessage(error)}>
                Your choice is still here.
              </Notice>
            ) : null}
            <NativeSelect
              label="Shape"
              value={folder}
              disabled={isPending}
              data={[
                { value: wideFolder(kind), label: 'Wide: places, courses, news' },
                { value: 'people', label: 'Square: the face of a person' },
              ]}
              onChange={({ currentTarget: { value } }) => {
                setFolder(value === 'people' ? value : wideFolder(kind));
                setPosition(middle);
              }}
            />
            <FileInput
              ref={fileField}
              label="Picture"
              description={`JPEG, PNG, WebP or AVIF, at least ${least.width} × ${least.height} pixels and at most ${longestText}`}
              placeholder="Choose a file"
              accept={pictureTypes.join(',')}
              withAsterisk
              disabled={isPending}
              value={file}
              error={file || isSubmitted ? fault : null}
              onChange={choose}
            />
            {file && address ? (
              <CropPreview
                {...{ address, ratio, size, position, isDisabled: isPending }}
                onSize={setSize}
                onMove={setPosition}
              />
            ) : null}
            <TextInput
              label="Name"
              description="Part of the address, by which editors find the picture"
              maxLength={200}
              disabled={isPending}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            {isPending ? <UploadProgress share={share} /> : null}
            <Group>
              <Button type="submit" loading={isPending}>
                Upload
              </Button>
              {/* During the upload, Cancel aborts it and closes the dialog without a question. */}
              <Button variant="subtle" onClick={isPending ? onClose : close}>
                Cancel
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </FormModal>
  );
}

function UploadProgress({ share }: { share: number }) {
  const percent = Math.round(100 * share);
  return (
    <Stack gap="xs">
      <Progress value={percent} aria-label="Upload" />
      <Text role="status">{percent < 100 ? `Uploading: ${percent}%` : 'Making the sizes for pages…'}</Text>
    </Stack>
  );
}
