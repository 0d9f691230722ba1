import type { Right } from '@fournil/contract/rights/rights';
import {
  type RightsTemplatePreview,
  type RightsTemplateView,
  rightsTemplateInput,
  rightsTemplateLimits,
  rightsTemplateUpdate,
} from '@fournil/contract/users/rightsTemplate';
import { Form } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../data/index.ts';
import { ConfirmCall } from '../../kit/dialogs/ConfirmCall.tsx';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { ConflictNotice } from '../../kit/forms/ConflictNotice.tsx';
import { UnsavedGuard } from '../../kit/forms/UnsavedGuard.tsx';
import { validateWith } from '../../kit/forms/validateWith.ts';
import { onlyChanged } from '../../kit/forms/versions.ts';
import { FormFoot } from '../../kit/inputs/FormFoot.tsx';
import { FormWatch } from '../../kit/inputs/FormWatch.tsx';
import { TextInput } from '../../kit/inputs/TextInput.tsx';
import { RecordPage } from '../../kit/pages/RecordPage.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { PageFor } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { RightsTree } from '../rights/RightsTree.tsx';
import { differenceOf, rebased, toggled } from '../rights/rightsDraft.ts';
import {
  type Asked,
  type Body,
  bodyOfTemplate,
  home,
  useChangesOf,
  usePreview,
  useStored,
  type Values,
  whoText,
} from './saveTemplate.ts';
import '../users.css';

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
    <RecordPage<RightsTemplateView> of="rightsTemplate" act="rightsTemplates.change" isForm>
      {(latest) => <TemplateForm key={latest.id} template={latest} />}
    </RecordPage>
  );
}

function TemplateForm({ template: latest }: { template: RightsTemplateView | null }) {
  const t = useT();
  // Edits the template as it was read: later changes by others are shown as a conflict.
  const [template, setTemplate] = useState(latest);
  const [draft, setDraft] = useState<readonly Right[]>(template?.rights ?? []);
  const [isDirty, setDirty] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const preview = usePreview(template, asked?.body.rights ?? draft);
  const held = template?.rights ?? [];
  const isChanged = held.length !== draft.length || held.some((right) => !draft.includes(right));
  const bodyOf = ({ name, description }: Values): Body => ({
    name: name ?? '',
    description: description || null,
    rights: draft,
  });
  const changedIn = (values: Values) =>
    template ? onlyChanged(bodyOf(values), bodyOfTemplate(template)) : bodyOf(values);
  const { store, sent, isPending, violations, conflict, forget, isDone } = useStored(template, isChanged);
  const take = (theirs: RightsTemplateView) => {
    setTemplate(theirs);
    setDraft(theirs.rights);
    setDirty(false);
    forget();
  };
  const changesOf = useChangesOf();
  const concerns = isChanged && preview && preview.people > 0 ? preview : null;
  /** Asks first when rights of people would change. */
  const save = (one: Asked) => (concerns && one.body.rights ? setAsked(one) : store(one));
  const saveOver = (theirs: RightsTemplateView, read: RightsTemplateView) => {
    const { added, taken } = differenceOf(read.rights, draft);
    const { rights: _, ...texts } = sent;
    const rights = isChanged ? { rights: rebased(theirs.rights, added, taken) } : {};
    save({ body: { ...texts, ...rights }, version: theirs.version });
  };
  return (
    <div className="page">
      <Head template={template} onAsking={setLeaving} />
      {conflict && template && (
        <ConflictNotice
          savedAt={conflict.updatedAt}
          address={`#${home}/${conflict.id}`}
          changes={changesOf(template, conflict)}
          onTake={() => take(conflict)}
          onMine={() => saveOver(conflict, template)}
        />
      )}
      <Form
        noValidate
        key={template?.version ?? 0}
        defaultValues={{ name: template?.name ?? '', description: template?.description ?? '' }}
        validate={(values: Values) =>
          validateWith(template ? rightsTemplateUpdate : rightsTemplateInput)(changedIn(values))
        }
        onSubmit={(values: Values) => save({ body: changedIn(values), version: template?.version })}
      >
        <FormWatch onDirty={setDirty} violations={violations} />
        <TemplateFields held={held} draft={draft} onDraft={setDraft} whose={template && whoText(t, preview, 'has')} />
        <FormFoot submit={t('users.templates.save')} cancelTo={home} isSaving={isPending} />
      </Form>
      <UnsavedGuard isDirty={(isDirty || isChanged) && !isDone && !isLeaving} />
      {asked && concerns && (
        <AskDialog
          concerns={concerns}
          isPending={isPending}
          onConfirm={() => {
            setAsked(null);
            store(asked);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

interface HeadProps {
  template: RightsTemplateView | null;
  onAsking: (isAsking: boolean) => void;
}

function Head({ template, onAsking }: HeadProps) {
  const t = useT();
  const title = template ? t('users.templates.edit', { name: template.name }) : t('users.templates.create');
  useTitle(title);
  return (
    <div className="page__head">
      <h1>{title}</h1>
      {template && (
        <div className="page__actions">
          <DeleteTemplate template={template} onAsking={onAsking} />
        </div>
      )}
    </div>
  );
}

interface AskDialogProps {
  /** The people whose rights would change. */
  concerns: RightsTemplatePreview;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

function AskDialog({ concerns, isPending, onConfirm, onClose }: AskDialogProps) {
  const t = useT();
  return (
    <ConfirmDialog
      title={t('users.templates.ask', { smart_count: concerns.people })}
      confirm={t('users.templates.save')}
      isHarmless
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{whoText(t, concerns, 'ask')}</p>
    </ConfirmDialog>
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
