import { say } from '@fournil/contract/kit/words';
import type { Right } from '@fournil/contract/rights/rights';
import { rightWords } from '@fournil/contract/rights/rightWords';
import type { RightsTemplatePreview, RightsTemplateView } from '@fournil/contract/users/rightsTemplate';
import { useState } from 'react';
import { call, keepPreviousData, readingBy, useCreateOne, useRead, useVersionedSave } from '../../data/index.ts';
import { useLeaveTo } from '../../kit/forms/useLeaveTo.ts';
import { changesBetween, type FieldChange, settledBy, type VersionField } from '../../kit/forms/versions.ts';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { differenceOf } from '../rights/rightsDraft.ts';

export const home = '/rights-templates';

export interface Values {
  name?: string;
  description?: string | null;
}

export interface Body {
  name: string;
  description: string | null;
  rights: readonly Right[];
}

/** What is to be saved, and over which version; undefined for a new template. */
export interface Asked {
  body: Partial<Body>;
  version: number | undefined;
}

/** The update that would change nothing. */
export function bodyOfTemplate({ name, description, rights }: RightsTemplateView): Body {
  return { name, description, rights };
}

/** What somebody else has changed; of the rights, those that were withdrawn and those that were added. */
export function useChangesOf() {
  const t = useT();
  const language = useLanguage();
  const namesOf = (some: readonly Right[]) => some.map((right) => say(rightWords[right].name, language)).join(', ');
  const fields: VersionField<RightsTemplateView>[] = [
    { label: t('users.templates.name'), textOf: ({ name }) => name },
    { label: t('users.templates.description'), textOf: ({ description }) => description ?? '' },
  ];
  return (read: RightsTemplateView, theirs: RightsTemplateView): FieldChange[] => {
    const { added, taken } = differenceOf(read.rights, theirs.rights);
    const rights = { label: t('users.templates.rights'), before: namesOf(taken), theirs: namesOf(added) };
    return [...changesBetween(read, theirs, fields), ...(added.length + taken.length > 0 ? [rights] : [])];
  };
}

/** Creates the template, or saves it over the version that was read, and returns to the list. */
export function useStored(template: RightsTemplateView | null, isChanged: boolean) {
  const t = useT();
  const [isDone, setDone] = useState(false);
  const [sent, setSent] = useState<Partial<Body>>({});
  const outcome = {
    isForm: true,
    done: ({ name, people }: RightsTemplateView) =>
      people > 0 && isChanged
        ? t('users.templates.savedFor', { name, smart_count: people })
        : t('users.templates.saved', { name }),
    onDone: () => setDone(true),
  };
  const saving = useVersionedSave<RightsTemplateView>('rights-templates', template?.id ?? '', {
    ...outcome,
    settle: (theirs, update) =>
      settledBy({ read: template ?? theirs, theirs, sent: update, fields: [], updateOf: bodyOfTemplate }),
  });
  const making = useCreateOne<RightsTemplateView>('rights-templates', outcome);
  useLeaveTo(isDone ? home : null);
  const { isPending, violations } = template ? saving : making;
  const store = ({ body, version }: Asked) => {
    setSent(body);
    if (version === undefined) making.create(body);
    else saving.save(body, version);
  };
  return { store, sent, isPending, violations, conflict: saving.conflict, forget: saving.forget, isDone };
}

/** The users whose rights would change, found by the server. */
export function usePreview(
  template: RightsTemplateView | null,
  draft: readonly Right[],
): RightsTemplatePreview | undefined {
  const { data } = useRead(
    readingBy<RightsTemplatePreview>({
      about: 'rights-templates',
      by: ['preview', template?.id, draft],
      ask: (signal) => call(`${home}/${template?.id}/preview`, { method: 'POST', body: { rights: draft }, signal }),
      enabled: template !== null,
      placeholderData: keepPreviousData,
    }),
  );
  return data;
}

export function whoText(
  t: ReturnType<typeof useT>,
  preview: RightsTemplatePreview | undefined,
  what: 'ask' | 'has',
): string {
  if (!preview) return '';
  if (preview.people === 0) return t('users.templates.nobody');
  const names = preview.names.join(', ');
  const more = preview.people - preview.names.length;
  if (what === 'ask')
    return more > 0
      ? t('users.templates.askMore', { names, smart_count: more })
      : t('users.templates.askWho', { names });
  return more > 0 ? t('users.templates.hasMore', { names, smart_count: more }) : t('users.templates.has', { names });
}
