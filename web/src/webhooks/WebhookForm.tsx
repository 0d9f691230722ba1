import { say } from '@fournil/contract/kit/words';
import { type WebhookMade, type WebhookView, webhookInput, webhookLimits } from '@fournil/contract/webhooks/webhook';
import { type WebhookType, webhookTypes, webhookTypeWords } from '@fournil/contract/webhooks/webhookEvents';
import { Form } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { call, useAct, useVersionedSave, useViolationText, type violationsOf } from '../data/index.ts';
import { ConflictNotice } from '../kit/forms/ConflictNotice.tsx';
import { UnsavedGuard } from '../kit/forms/UnsavedGuard.tsx';
import { useLeaveTo } from '../kit/forms/useLeaveTo.ts';
import { validateWith } from '../kit/forms/validateWith.ts';
import { changesBetween, mergedList, onlyChanged, settledBy, type VersionField } from '../kit/forms/versions.ts';
import { FormFoot } from '../kit/inputs/FormFoot.tsx';
import { FormWatch } from '../kit/inputs/FormWatch.tsx';
import { TextInput } from '../kit/inputs/TextInput.tsx';
import { useKitT } from '../kit/messages.ts';
import { RecordPage } from '../kit/pages/RecordPage.tsx';
import { useTitle } from '../kit/pages/useTitle.ts';
import { PageFor } from '../kit/session/May.tsx';
import { StructureChips } from '../kit/structures/StructureChips.tsx';
import type { NamedStructure } from '../kit/structures/StructureDialog.tsx';
import { useLanguage } from '../kit/useT.ts';
import { EventChoice } from './EventChoice.tsx';
import { useT } from './messages.ts';
import './webhooks.css';

const home = '/webhooks';

/** INT-05: a new endpoint. */
export function WebhookCreate() {
  return (
    <PageFor act="webhooks.change">
      <Create />
    </PageFor>
  );
}

/** INT-05: changing an endpoint. */
export function WebhookEdit() {
  return (
    <RecordPage<WebhookView> of="webhook" act="webhooks.change" isForm>
      {(latest) => <Edit key={latest.id} webhook={latest} />}
    </RecordPage>
  );
}

function Create() {
  const t = useT();
  const { act, isPending, violations, answer } = useAct<WebhookMade, object>({
    changes: 'webhooks',
    send: (body) => call<WebhookMade>(home, { method: 'POST', body: body as Record<string, unknown> }),
    isForm: true,
    done: t('webhooks.saved'),
  });
  useLeaveTo(answer ? `${home}/${answer.id}` : null);
  return (
    <Fields
      title={t('webhooks.createTitle')}
      submit={t('webhooks.createSave')}
      backTo={home}
      began={null}
      isSaving={isPending}
      isDone={answer !== undefined}
      violations={violations}
      onSave={act}
    />
  );
}

function Edit({ webhook: latest }: { webhook: WebhookView }) {
  const t = useT();
  const kitT = useKitT();
  // Edits what was read: later changes by others are shown as a conflict.
  const [webhook, setWebhook] = useState(latest);
  const [body, setBody] = useState<Partial<Body>>({});
  const [isDone, setDone] = useState(false);
  const back = `${home}/${webhook.id}`;
  const fields = useWebhookFields();
  const { save, isPending, violations, conflict, forget } = useVersionedSave<WebhookView>('webhooks', webhook.id, {
    isForm: true,
    done: t('webhooks.saved'),
    settle: (theirs, sent) => settledBy({ read: webhook, theirs, sent, fields, updateOf: unchangedOf }),
    onDone: () => setDone(true),
  });
  useLeaveTo(isDone ? back : null);
  return (
    <Fields
      key={webhook.version}
      title={t('webhooks.editTitle')}
      submit={kitT('kit.save')}
      backTo={back}
      began={webhook}
      isSaving={isPending}
      isDone={isDone}
      violations={violations}
      onSave={(values) => {
        const changed = onlyChanged(values, unchangedOf(webhook));
        setBody(changed);
        save(changed, webhook.version);
      }}
    >
      {conflict && (
        <ConflictNotice
          address={`#${home}/${conflict.id}`}
          changes={changesBetween(webhook, conflict, fields)}
          onTake={() => {
            setWebhook(conflict);
            forget();
          }}
          onMine={() => save(withTheirs(body, webhook, conflict), conflict.version)}
        />
      )}
    </Fields>
  );
}

interface Body {
  url: string;
  description: string | null;
  events: readonly WebhookType[];
  structures?: string[];
}

/** The update that would change nothing. */
function unchangedOf({ url, description, events, structures }: WebhookView): Body {
  return { url, description, events, structures: structures.map(({ id }) => id) };
}

/** The update with the events that somebody else has added, and without those that they have removed. */
function withTheirs(body: Partial<Body>, read: WebhookView, theirs: WebhookView): Partial<Body> {
  if (!body.events) return body;
  const merged = mergedList(theirs.events, read.events, body.events);
  return { ...body, events: webhookTypes.filter((type) => merged.includes(type)) };
}

function useWebhookFields(): VersionField<WebhookView>[] {
  const t = useT();
  const language = useLanguage();
  const namesOf = (events: readonly WebhookType[]) => events.map((type) => say(webhookTypeWords[type], language));
  return [
    { label: t('webhooks.address'), textOf: ({ url }) => url },
    { label: t('webhooks.description'), textOf: ({ description }) => description ?? '' },
    { label: t('webhooks.eventsTitle'), textOf: ({ events }) => namesOf(events).join(', ') },
    { label: t('webhooks.structuresTitle'), textOf: ({ structures }) => structures.map(({ name }) => name).join(', ') },
  ];
}

type Violations = ReturnType<typeof violationsOf>;

interface FieldsProps {
  title: string;
  submit: string;
  backTo: string;
  began: WebhookView | null;
  isSaving: boolean;
  isDone: boolean;
  violations: Violations;
  onSave: (body: Body) => void;
  children?: ReactNode;
}

interface Values {
  url?: string;
  description?: string | null;
}

function Fields({ title, submit, backTo, began, isSaving, isDone, violations, onSave, children }: FieldsProps) {
  const t = useT();
  const [events, setEvents] = useState<readonly WebhookType[]>(began?.events ?? []);
  const [structures, setStructures] = useState<readonly NamedStructure[]>(began?.structures ?? []);
  const [isDirty, setDirty] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const idsOf = (some: readonly NamedStructure[]) => some.map(({ id }) => id);
  const isMoved = String(idsOf(structures)) !== String(idsOf(began?.structures ?? []));
  const isChanged = isMoved || String(events) !== String(began?.events ?? []);
  const bodyOf = ({ url, description }: Values): Body => ({
    url: url ?? '',
    description: description || null,
    events,
    // Sent only when they were changed: none is not the same as none that still exists.
    ...(isMoved || !began ? { structures: idsOf(structures) } : {}),
  });
  const isOfDeleted = began?.isLimited === true && structures.length === 0 && !isMoved;
  const structuresHint = isOfDeleted
    ? 'webhooks.structuresDeleted'
    : structures.length > 0
      ? 'webhooks.structuresSome'
      : 'webhooks.structuresAll';
  useTitle(title);
  return (
    <div className="page">
      <div className="page__head">
        <h1>{title}</h1>
      </div>
      {children}
      <Form
        noValidate
        defaultValues={{ url: began?.url ?? '', description: began?.description ?? '' }}
        validate={(values: Values) => {
          setAsked(true);
          // The events are no input of the form.
          const { events: _, ...fields } = validateWith(webhookInput)(bodyOf(values)) as Record<string, unknown>;
          return fields;
        }}
        onSubmit={(values: Values) => events.length > 0 && onSave(bodyOf(values))}
      >
        <FormWatch onDirty={setDirty} violations={violations} />
        <div className="webhook-form">
          <fieldset>
            <TextInput
              source="url"
              label={t('webhooks.address')}
              hint={t('webhooks.addressHint')}
              max={webhookLimits.url}
              isRequired
            />
            <TextInput
              source="description"
              label={t('webhooks.description')}
              hint={t('webhooks.descriptionHint')}
              max={webhookLimits.description}
            />
          </fieldset>
          <section className="webhook-part" aria-labelledby="webhook-events">
            <h2 id="webhook-events">{t('webhooks.eventsTitle')}</h2>
            <BrokenEvents isAsked={isAsked && events.length === 0} violations={violations} />
            <EventChoice events={events} onChange={setEvents} />
          </section>
          <section className="webhook-part" aria-labelledby="webhook-structures">
            <h2 id="webhook-structures">{t('webhooks.structuresTitle')}</h2>
            <p className="soft">{t(structuresHint)}</p>
            <StructureChips
              structures={structures}
              onChange={setStructures}
              add={t('webhooks.structuresAdd')}
              title={t('webhooks.structuresDialog')}
              submit={(count) => t('webhooks.structuresChosen', { smart_count: count })}
            />
          </section>
        </div>
        <FormFoot submit={submit} cancelTo={backTo} isSaving={isSaving} />
      </Form>
      <UnsavedGuard isDirty={(isDirty || isChanged) && !isDone} />
    </div>
  );
}

function BrokenEvents({ isAsked, violations }: { isAsked: boolean; violations: Violations }) {
  const textOf = useViolationText();
  const found = violations.find(({ propertyPath }) => /^(events|structures)/.test(propertyPath));
  const missing = { propertyPath: 'events', key: 'custom.validation.webhookEvents', args: {}, message: '' };
  const broken = isAsked ? missing : found;
  if (!broken) return null;
  return (
    <p className="field__error" role="alert">
      {textOf(broken)}
    </p>
  );
}
