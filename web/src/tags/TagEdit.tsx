import { type TagDetail, type TagUpdate, tagUpdate } from '@fournil/contract/tags/tag';
import { Form, useNotify } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { problemOf } from '../kit/api.ts';
import { ConflictNotice } from '../kit/ConflictNotice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { FormWatch } from '../kit/inputs/FormWatch.tsx';
import { PageFor } from '../kit/May.tsx';
import { useKitT } from '../kit/messages.ts';
import { UnsavedGuard } from '../kit/UnsavedGuard.tsx';
import { useTitle } from '../kit/useTitle.ts';
import { useVersionedSave } from '../kit/useVersionedSave.ts';
import { validateWith } from '../kit/validateWith.ts';
import { changesBetween, onlyChanged, type VersionField } from '../kit/versions.ts';
import { useT } from './messages.ts';
import { TagGone } from './TagGone.tsx';
import { TagFoot, TagInputs } from './TagInputs.tsx';
import { useTag } from './useTag.ts';

export function TagEdit() {
  return (
    <PageFor act="tags.edit">
      <Loaded />
    </PageFor>
  );
}

function Loaded() {
  const t = useT();
  const { data: tag, error, isFetchedAfterMount, refetch } = useTag();
  useTitle(tag ? t('tags.editTitle', { name: tag.name }) : t('tags.title'));
  if (error) return problemOf(error)?.status === 404 ? <TagGone /> : <Failed onRetry={() => void refetch()} />;
  if (!tag || !isFetchedAfterMount) return <div className="page page--narrow" aria-busy="true" />;
  return <EditForm latest={tag} />;
}

/** What is edited is what was read: news of it arrive as a conflict, not under the fingers. */
function EditForm({ latest }: { latest: TagDetail }) {
  const t = useT();
  const kitT = useKitT();
  const notify = useNotify();
  const navigate = useNavigate();
  const [tag, setTag] = useState(latest);
  const [isDirty, setDirty] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const typed = useRef<TagUpdate>({});
  const address = `/tags/${tag.id}/show`;
  const { save, isPending, violations, conflict, forget } = useVersionedSave<TagDetail>({
    resource: 'tags',
    id: tag.id,
    staleKeys: ['history', 'programs'],
    onSaved() {
      notify('kit.saved', { type: 'success' });
      setSaved(true);
    },
  });
  useEffect(() => {
    if (isSaved) navigate(address);
  }, [isSaved, address, navigate]);
  const fields: VersionField<TagDetail>[] = [
    { label: t('tags.name'), textOf: ({ name }) => name },
    { label: t('tags.description'), textOf: ({ description }) => description ?? '' },
  ];
  const take = (theirs: TagDetail) => {
    setTag(theirs);
    setDirty(false);
    forget();
  };
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{t('tags.editTitle', { name: tag.name })}</h1>
      </div>
      {conflict && (
        <ConflictNotice
          savedAt={conflict.updatedAt}
          address={`#${address}`}
          changes={changesBetween(tag, conflict, fields)}
          onTake={() => take(conflict)}
          onMine={() => save(typed.current, conflict.version)}
        />
      )}
      <Form
        key={tag.version}
        defaultValues={{ name: tag.name, description: tag.description }}
        validate={(values: TagUpdate) => validateWith(tagUpdate)(updateOf(values))}
        onSubmit={(values: TagUpdate) => {
          forget();
          typed.current = onlyChanged(updateOf(values), tag);
          save(typed.current, tag.version);
        }}
      >
        <FormWatch onDirty={setDirty} violations={violations} />
        <TagInputs />
        <TagFoot submit={kitT('kit.save')} cancelTo={address} isSaving={isPending} />
      </Form>
      <UnsavedGuard isDirty={isDirty && !isSaved} />
    </div>
  );
}

/** Just what the form holds: ra-core adds fields of its own. */
function updateOf({ name, description }: TagUpdate): TagUpdate {
  return { name, description: description ?? null };
}
