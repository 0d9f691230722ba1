import type { Right } from '@fournil/contract/rights/rights';
import {
  type RightsTemplatePreview,
  type RightsTemplateView,
  rightsTemplateInput,
  rightsTemplateLimits,
} from '@fournil/contract/rights-templates/rightsTemplate';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { call, problemOf } from '../../kit/api.ts';
import { ConfirmCall } from '../../kit/ConfirmCall.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { Failed } from '../../kit/Failed.tsx';
import { FormFoot } from '../../kit/inputs/FormFoot.tsx';
import { FormWatch } from '../../kit/inputs/FormWatch.tsx';
import { TextInput } from '../../kit/inputs/TextInput.tsx';
import { PageFor } from '../../kit/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { UnsavedGuard } from '../../kit/UnsavedGuard.tsx';
import { useTitle } from '../../kit/useTitle.ts';
import { useTranslatedError } from '../../kit/useTranslatedError.ts';
import { validateWith } from '../../kit/validateWith.ts';
import { useT } from '../messages.ts';
import { RightsTree } from '../RightsTree.tsx';
import { toggled } from '../rightsDraft.ts';
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

/** AUD-02: one template; whose rights a change concerns is said before it is made. */
export function TemplatePage() {
  return (
    <PageFor act="rightsTemplates.change">
      <Loaded />
    </PageFor>
  );
}

function Loaded() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['rights-templates', 'one', id],
    queryFn: ({ signal }) => call<RightsTemplateView>(`${home}/${id}`, { signal }),
    refetchOnMount: 'always',
    retry: false,
  });
  if (error) return <Failed onRetry={() => void refetch()} />;
  if (!data) return <div className="page" aria-busy="true" />;
  return <TemplateForm key={`${data.id} ${data.version}`} template={data} />;
}

interface Values {
  name?: string;
  description?: string | null;
}

function TemplateForm({ template }: { template: RightsTemplateView | null }) {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigate();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
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
  const { mutate, isPending, error, isSuccess } = useMutation({
    mutationFn: (values: Values) =>
      template
        ? call<RightsTemplateView>(`${home}/${template.id}`, {
            method: 'PUT',
            body: bodyOf(values),
            version: template.version,
          })
        : call<RightsTemplateView>(home, { method: 'POST', body: bodyOf(values) }),
    onSuccess: ({ name, people }) => {
      const say =
        people > 0 && isChanged
          ? t('users.templates.savedFor', { name, smart_count: people })
          : t('users.templates.saved', { name });
      notify(say, { type: 'success' });
      void queryClient.invalidateQueries();
      navigate(home);
    },
    onError: (failure) => {
      const problem = problemOf(failure);
      if (problem?.violations?.length) return;
      notify(problem?.status === 412 ? t('users.templates.stale') : errorText(failure), { type: 'warning' });
      if (problem?.status === 412) void queryClient.invalidateQueries({ queryKey: ['rights-templates'] });
    },
    onSettled: () => setAsked(null),
  });
  const title = template ? t('users.templates.edit', { name: template.name }) : t('users.templates.create');
  useTitle(title);
  const concerns = isChanged && preview && preview.people > 0 ? preview : null;
  return (
    <div className="page">
      <div className="page__head">
        <h1>{title}</h1>
        {template && (
          <div className="page__actions">
            <button type="button" className="button button--danger" onClick={() => setLeaving(true)}>
              <Icon name="trash" size={16} />
              {t('users.templates.delete')}
            </button>
          </div>
        )}
      </div>
      <Form
        noValidate
        defaultValues={{ name: template?.name ?? '', description: template?.description ?? '' }}
        validate={(values: Values) => validateWith(rightsTemplateInput)(bodyOf(values))}
        onSubmit={(values: Values) => (concerns ? setAsked(values) : mutate(values))}
      >
        <FormWatch onDirty={setDirty} violations={problemOf(error)?.violations ?? []} />
        <div className="user-form template-form">
          <fieldset>
            <TextInput source="name" label={t('users.templates.name')} max={rightsTemplateLimits.name} isRequired />
            <TextInput
              source="description"
              label={t('users.templates.description')}
              max={rightsTemplateLimits.description}
            />
          </fieldset>
          {template && <p className="soft">{whoText(t, preview, 'has')}</p>}
          <div className="rights__main">
            <RightsTree held={held} draft={draft} onToggle={(right) => setDraft(toggled(draft, right))} />
          </div>
        </div>
        <FormFoot submit={t('users.templates.save')} cancelTo={home} isSaving={isPending} />
      </Form>
      <UnsavedGuard isDirty={(isDirty || isChanged) && !isSuccess && !isLeaving} />
      {asked && concerns && (
        <ConfirmDialog
          title={t('users.templates.ask', { smart_count: concerns.people })}
          confirm={t('users.templates.save')}
          isHarmless
          isPending={isPending}
          onConfirm={() => mutate(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{whoText(t, concerns, 'ask')}</p>
        </ConfirmDialog>
      )}
      {isLeaving && template && (
        <ConfirmCall
          title={t('users.templates.deleteTitle', { name: template.name })}
          confirm={t('users.templates.delete')}
          call={() => call(`${home}/${template.id}`, { method: 'DELETE' })}
          done={t('users.templates.deleted', { name: template.name })}
          onDone={() => {
            void queryClient.invalidateQueries();
            navigate(home, { replace: true });
          }}
          onClose={() => setLeaving(false)}
        >
          <p>{t('users.templates.keeps')}</p>
        </ConfirmCall>
      )}
    </div>
  );
}

/** Whose rights would change, by the server. */
function usePreview(template: RightsTemplateView | null, draft: readonly Right[]): RightsTemplatePreview | undefined {
  const { data } = useQuery({
    queryKey: ['rights-templates', 'preview', template?.id, draft],
    queryFn: ({ signal }) =>
      call<RightsTemplatePreview>(`${home}/${template?.id}/preview`, {
        method: 'POST',
        body: { rights: draft },
        signal,
      }),
    enabled: template !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
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
