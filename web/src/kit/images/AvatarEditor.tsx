import type { OwnImageView } from '@fournil/contract/images/images';
import { useState } from 'react';
import { call, useAct } from '../../data/index.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { Avatar } from '../people/Avatar.tsx';
import { useMay } from '../session/profile.ts';
import { Icon } from '../signs/Icon.tsx';
import { usePicturesT } from './messages.ts';
import type { SentPicture } from './openPicture.ts';
import { PicturePicker } from './PicturePicker.tsx';
import { SendingState } from './SendingState.tsx';
import './pictures.css';

const portraitSide = 1024;

interface AvatarEditorProps {
  name: string;
  imageUrl: string | null;
  /** The user whose picture a client admin changes; without it, the person's own. */
  userId?: string;
}

/** PRO-05: shows, changes and deletes a person's picture; all data that shows it is read again. */
export function AvatarEditor({ name, imageUrl, userId }: AvatarEditorProps) {
  const t = usePicturesT();
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const { send, remove, state } = usePortrait(userId, () => setAsking(false));
  const mayDelete = userId ? may('images.ofUsers') : may('images.deleteMine');
  return (
    <section className="avatar-editor" aria-label={t('pictures.portrait.label')}>
      <div className="avatar-editor__now">
        <Avatar name={name} imageUrl={imageUrl} size={112} />
        {imageUrl && mayDelete && (
          <button
            type="button"
            className="button button--small"
            disabled={remove.isPending}
            onClick={() => setAsking(true)}
          >
            <Icon name="trash" size={16} />
            {t('pictures.portrait.delete')}
          </button>
        )}
      </div>
      <div className="avatar-editor__new">
        <PicturePicker
          shape="round"
          maxSide={portraitSide}
          camera="user"
          isBusy={send.isPending}
          onPicked={(picture, signal) => send.actAsync({ picture, signal })}
        />
        <SendingState state={state} />
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('pictures.portrait.deleteTitle')}
          confirm={t('pictures.portrait.delete')}
          isPending={remove.isPending}
          onConfirm={() => remove.act()}
          onClose={() => setAsking(false)}
        >
          <p>{t('pictures.portrait.deleteBody')}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function usePortrait(userId: string | undefined, onRemoved: () => void) {
  const t = usePicturesT();
  const changes = userId ? 'users' : 'profile';
  const send = useAct({
    changes,
    send: ({ picture, signal }: { picture: SentPicture; signal: AbortSignal }) =>
      userId
        ? call<OwnImageView>(`/images/users/${userId}`, { method: 'PUT', body: picture, signal })
        : call<OwnImageView>('/image/update', { method: 'POST', body: picture, signal }),
    // The reason is shown where the picture is cropped.
    refused: () => null,
  });
  const remove = useAct({
    changes,
    send: () =>
      userId
        ? call<unknown>(`/images/users/${userId}`, { method: 'PUT', body: { imageBase64: null } })
        : call<unknown>('/images/me', { method: 'DELETE' }),
    done: t('pictures.portrait.deleted'),
    onDone: () => send.reset(),
    onSettled: onRemoved,
  });
  // A failure is shown where the picture is cropped, which stays open.
  const state = send.isPending ? 'sending' : send.isDone ? 'success' : 'ready';
  return { send, remove, state } as const;
}
