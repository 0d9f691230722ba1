import type { Right } from '@fournil/contract/rights/rights';
import {
  type RightsTemplatePreview,
  type RightsTemplateView,
  rightsTemplateInput,
  rightsTemplateLimits,
} from '@fournil/contract/rights-templates/rightsTemplate';
import { Form } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import {
  call,
  keepPreviousData,
  readingBy,
  useCreateOne,
  useRead,
  useRecord,
  useVersionedSave,
} from '../../data/index.ts';
import { ConfirmCall } from '../../kit/dialogs/ConfirmCall.tsx';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { ConflictNotice } from '../../kit/forms/ConflictNotice.tsx';
import { EditedRecord } from '../../kit/forms/EditedRecord.tsx';
import { UnsavedGuard } from '../../kit/forms/UnsavedGuard.tsx';
import { validateWith } from '../../kit/forms/validateWith.ts';
import { changesBetween, type VersionField } from '../../kit/forms/versions.ts';
import { FormFoot } from '../../kit/inputs/FormFoot.tsx';
import { FormWatch } from '../../kit/inputs/FormWatch.tsx';
import { TextInput } from '../../kit/inputs/TextInput.tsx';
import { GonePage } from '../../kit/pages/GonePage.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { PageFor } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { RightsTree } from '../rights/RightsTree.tsx';
import { toggled } from '../rights/rightsDraft.ts';
import '../users.css';

const home = '/rights-templates';

/** AUD-02: a new template. */
export function TemplateCreate() {
  return (
    <PageFor act="rightsTemplates.change">
      <TemplateForm template={null} />
    </PageFor>
  );
}

/** AUD-02: one template; before a change is saved, the page names the users whose rights would change. */
export function TemplatePage() {
  return (
    <PageFor act="rightsTemplates.change">
      <Loaded />
    </PageFor>
  );
}

function Loaded() {
  const t = useT();
  const { id = '' } = useParams();
  const reading = useRecord<RightsTemplateView>('rights-templates', id, { isAfresh: true });
  const gone = <GonePage icon="users" title={t('users.templates.gone')} to={home} back={t('users.templates.title')} />;
  return (
    <EditedRecord reading={reading} gone={gone}>
      {(latest) => <TemplateForm key={latest.id} template={latest} />}
    </EditedRecord>
  );
}

interface Values {
  name?: string;
  description?: string | null;
}

function TemplateForm({ template: latest }: { template: RightsTemplateView | null }) {
  const t = useT();
  // Edits the template as it was read: later changes by others are shown as a conflict.
  const [template, setTemplate] = useState(latest);
  const [draft, setDraft] = useState<readonly Right[]>(template?.rights ?? []);
  const [isDirty, setDirty] = useState(false);
  const [asked, setAsked] = useState<Values | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const preview = usePreview(template, draft);
  const held = template?.rights ?? [];
  const isChanged = held.length !== draft.length || held.some((right) => !draft.includes(right));
  const bodyOf = ({ name, description }: Values) => ({
    name: name ?? '',
    description: description || null,
    rights: draft,
  });
  const { store, isPending, violations, conflict, forget, isDone } = useStored(template, isChanged);
  const take = (theirs: RightsTemplateView) => {
    setTemplate(theirs);
    setDraft(theirs.rights);
    setDirty(false);
    forget();
  };
  const fields: VersionField<RightsTemplateView>[] = [
    { label: t('users.templates.name'), textOf: ({ name }) => name },
    { label: t('users.templates.description'), textOf: ({ description }) => description ?? '' },
    { label: t('users.show.tabs.rights'), textOf: ({ rights }) => String(rights.length) },
  ];
  const title = template ? t('users.templates.edit', { name: template.name }) : t('users.templates.create');
  useTitle(title);
  const concerns = isChanged && preview && preview.people > 0 ? preview : null;
  return (
    <div className="page">
      <div className="page__head">
        <h1>{title}</h1>
        {template && (
          <div className="page__actions">
            <DeleteTemplate template={template} onAsking={setLeaving} />
          </div>
        )}
      </div>
      {conflict && template && (
        <ConflictNotice
          address={`#${home}/${conflict.id}`}
          changes={changesBetween(template, conflict, fields)}
          onTake={() => take(conflict)}
          onMine={() => store(null, conflict.version)}
        />
      )}
      <Form
        noValidate
        key={template?.version ?? 0}
        defaultValues={{ name: template?.name ?? '', description: template?.description ?? '' }}
        validate={(values: Values) => validateWith(rightsTemplateInput)(bodyOf(values))}
        onSubmit={(values: Values) => (concerns ? setAsked(values) : store(bodyOf(values)))}
      >
        <FormWatch onDirty={setDirty} violations={violations} />
        <TemplateFields held={held} draft={draft} onDraft={setDraft} whose={template && whoText(t, preview, 'has')} />
        <FormFoot submit={t('users.templates.save')} cancelTo={home} isSaving={isPending} />
      </Form>
      <UnsavedGuard isDirty={(isDirty || isChanged) && !isDone && !isLeaving} />
      {asked && concerns && (
        <ConfirmDialog
          title={t('users.templates.ask', { smart_count: concerns.people })}
          confirm={t('users.templates.save')}
          isHarmless
          isPending={isPending}
          onConfirm={() => {
            setAsked(null);
            store(bodyOf(asked));
          }}
          onClose={() => setAsked(null)}
        >
          <p>{whoText(t, concerns, 'ask')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

interface TemplateFieldsProps {
  held: readonly Right[];
  draft: readonly Right[];
  onDraft: (draft: readonly Right[]) => void;
  /** The text that says who has these rights; null for a new template. */
  whose: string | null;
}

function TemplateFields({ held, draft, onDraft, whose }: TemplateFieldsProps) {
  const t = useT();
  return (
    <div className="user-form template-form">
      <fieldset>
        <TextInput source="name" label={t('users.templates.name')} max={rightsTemplateLimits.name} isRequired />
        <TextInput
          source="description"
          label={t('users.templates.description')}
          max={rightsTemplateLimits.description}
        />
      </fieldset>
      {whose !== null && <p className="soft">{whose}</p>}
      <div className="rights__main">
        <RightsTree held={held} draft={draft} onToggle={(right) => onDraft(toggled(draft, right))} />
      </div>
    </div>
  );
}

/** Creates the template, or saves it over the version that was read, and returns to the list. */
function useStored(template: RightsTemplateView | null, isChanged: boolean) {
  const t = useT();
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);
  const typed = useRef<object>({});
  const outcome = {
    isForm: true,
    done: ({ name, people }: RightsTemplateView) =>
      people > 0 && isChanged
        ? t('users.templates.savedFor', { name, smart_count: people })
        : t('users.templates.saved', { name }),
    onDone: () => setDone(true),
  };
  const saving = useVersionedSave<RightsTemplateView>('rights-templates', template?.id ?? '', outcome);
  const making = useCreateOne<RightsTemplateView>('rights-templates', outcome);
  // After the guard of the form knows that nothing is unsaved.
  useEffect(() => {
    if (isDone) navigate(home);
  }, [isDone, navigate]);
  const { isPending, violations } = template ? saving : making;
  /** `body`: null repeats the last one. */
  const store = (body: object | null, version = template?.version) => {
    typed.current = body ?? typed.current;
    if (version === undefined) making.create(typed.current);
    else saving.save(typed.current, version);
  };
  return { store, isPending, violations, conflict: saving.conflict, forget: saving.forget, isDone };
}

function DeleteTemplate({
  template: { id, name },
  onAsking,
}: {
  template: RightsTemplateView;
  onAsking: (isAsking: boolean) => void;
}) {
  const t = useT();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const ask = (next: boolean) => {
    setAsking(next);
    onAsking(next);
  };
  return (
    <>
      <button type="button" className="button button--danger" onClick={() => ask(true)}>
        <Icon name="trash" size={16} />
        {t('users.templates.delete')}
      </button>
      {isAsking && (
        <ConfirmCall
          title={t('users.templates.deleteTitle', { name })}
          confirm={t('users.templates.delete')}
          changes="rights-templates"
          send={() => call(`${home}/${id}`, { method: 'DELETE' })}
          removes={() => [id]}
          done={t('users.templates.deleted', { name })}
          onDone={() => navigate(home, { replace: true })}
          onClose={() => ask(false)}
        >
          <p>{t('users.templates.keeps')}</p>
        </ConfirmCall>
      )}
    </>
  );
}

/** The users whose rights would change, found by the server. */
function usePreview(template: RightsTemplateView | null, draft: readonly Right[]): RightsTemplatePreview | undefined {
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

function whoText(t: ReturnType<typeof useT>, preview: RightsTemplatePreview | undefined, what: 'ask' | 'has'): string {
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
