import type { MachineImageView, ProgramImageView } from '@fournil/contract/images/images';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'ra-core';
import { call, members, problemOf } from '../kit/api.ts';
import type { SentPicture } from '../kit/images/openPicture.ts';
import type { Sending } from '../kit/images/SendingState.tsx';
import { useTranslatedError, useViolationText } from '../kit/useTranslatedError.ts';
import { type Library, type LibraryEntry, libraries } from './library.ts';
import { useT } from './messages.ts';

const all = 500;

export function useLibrary(library: Library, q: string) {
  const { path, entryOf } = libraries[library]();
  return useQuery({
    queryKey: ['images', library, q],
    queryFn: async ({ signal }) => {
      const { data, total } = await members<ProgramImageView | MachineImageView>(
        path,
        { q, itemsPerPage: all },
        signal,
      );
      return { entries: data.map(entryOf), total };
    },
    placeholderData: (before) => before,
  });
}

interface Change {
  method: 'POST' | 'PUT' | 'DELETE';
  /** After the library's path. */
  at?: string;
  body: Record<string, unknown>;
}

/** Adds, replaces, renames or deletes; whatever shows a picture asks again. */
export function useLibraryChange(library: Library, onDone: () => void = () => undefined) {
  const t = useT();
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const errorText = useTranslatedError();
  const { path, deletionOf } = libraries[library]();
  const change = useMutation({
    mutationFn: ({ method, at = '', body }: Change) => call<unknown>(`${path}${at}`, { method, body }),
    onSuccess: () => {
      for (const key of ['images', 'programs', 'machines', 'programMachines'])
        void queryClient.invalidateQueries({ queryKey: [key] });
      onDone();
    },
  });
  const remove = (entry: LibraryEntry) =>
    change.mutate(
      { method: 'DELETE', body: deletionOf(entry) },
      {
        onSuccess: () => notify(t('images.deleted', { name: entry.name }), { type: 'success' }),
        onError: () => notify(translate('ra.notification.http_error'), { type: 'warning' }),
      },
    );
  const violationText = useViolationText();
  const violations = problemOf(change.error)?.violations ?? [];
  return {
    change,
    remove,
    /** What is wrong with the first of these fields. */
    fault: (...paths: string[]) => {
      const found = violations.find(({ propertyPath }) => paths.some((path) => propertyPath.startsWith(path)));
      return found && violationText(found);
    },
    /** What is wrong with none of them. */
    reason: violations.length === 0 && change.error ? errorText(change.error) : null,
    stateThen: (done: Sending): Sending =>
      change.isPending ? 'sending' : change.isError ? 'failure' : change.isSuccess ? done : 'ready',
  };
}

/** A picture as the libraries' calls take it. */
export function imageFields(picture: SentPicture | null): Record<string, unknown> {
  if (!picture) return {};
  return { image: picture.imageBase64, ...(picture.crop ? { crop: picture.crop } : {}) };
}
