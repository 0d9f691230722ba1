import type { MachineImageView, ProgramImageView } from '@fournil/contract/images/images';
import { useTranslate } from 'ra-core';
import {
  call,
  keepPreviousData,
  readingList,
  useAct,
  useRead,
  useTranslatedError,
  useViolationText,
} from '../data/index.ts';
import type { SentPicture } from '../kit/images/openPicture.ts';
import type { Sending } from '../kit/images/SendingState.tsx';
import { type Library, type LibraryEntry, libraries } from './library.ts';
import { useT } from './messages.ts';

const all = 500;

export function useLibrary(library: Library, q: string) {
  const { path, entryOf } = libraries[library]();
  const { data, ...query } = useRead(
    readingList<ProgramImageView | MachineImageView>({
      about: 'images',
      path,
      query: { q, itemsPerPage: all },
      placeholderData: keepPreviousData,
    }),
  );
  return { ...query, data: data && { entries: data.data.map(entryOf), total: data.total } };
}

interface Change {
  method: 'POST' | 'PUT' | 'DELETE';
  /** The rest of the path, after the library's. */
  at?: string;
  body: Record<string, unknown>;
}

/** Adds, replaces, renames or deletes; all data that shows pictures is read again. */
export function useLibraryChange(library: Library, onDone: () => void = () => undefined) {
  const t = useT();
  const translate = useTranslate();
  const errorText = useTranslatedError();
  const { path, deletionOf } = libraries[library]();
  const send = ({ method, at = '', body }: Change) => call<unknown>(`${path}${at}`, { method, body });
  // The violations are shown in the form.
  const change = useAct({ changes: 'images', send, refused: () => null, onDone });
  const removal = useAct({
    changes: 'images',
    send: (entry: LibraryEntry) => send({ method: 'DELETE', body: deletionOf(entry) }),
    done: (_, entry) => t('images.deleted', { name: entry.name }),
    onDone,
    refused: translate('ra.notification.http_error'),
  });
  const violationText = useViolationText();
  const { violations } = change;
  return {
    change,
    removal,
    /** The text of the first violation of one of these fields. */
    errorAt: (...paths: string[]) => {
      const found = violations.find(({ propertyPath }) => paths.some((path) => propertyPath.startsWith(path)));
      return found && violationText(found);
    },
    /** The text of a refusal that names no field. */
    reason: violations.length === 0 && change.error ? errorText(change.error) : null,
    stateThen: (done: Sending): Sending =>
      change.isPending ? 'sending' : change.error ? 'failure' : change.isDone ? done : 'ready',
  };
}

/** A picture as the libraries' calls take it. */
export function imageFields(picture: SentPicture | null): Record<string, unknown> {
  if (!picture) return {};
  return { image: picture.imageBase64, ...(picture.crop ? { crop: picture.crop } : {}) };
}
