import { say } from '@fournil/contract/kit/words';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import { type ProgramDetail, programIdentification } from '@fournil/contract/programs/program';
import { Form } from 'ra-core';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ConflictNotice } from '../../kit/forms/ConflictNotice.tsx';
import { UnsavedGuard } from '../../kit/forms/UnsavedGuard.tsx';
import { useLeaveTo } from '../../kit/forms/useLeaveTo.ts';
import { validateWith } from '../../kit/forms/validateWith.ts';
import { changesBetween, onlyChanged } from '../../kit/forms/versions.ts';
import { FormFoot } from '../../kit/inputs/FormFoot.tsx';
import { FormWatch } from '../../kit/inputs/FormWatch.tsx';
import { CategoryDrawing } from '../../kit/signs/CategoryDrawing.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { afterSaving, DraftSwitch } from '../../rollouts/index.ts';
import { IdentificationInputs } from '../inputs/IdentificationInputs.tsx';
import { useT } from '../messages.ts';
import { useSaveLabel, useSaveProgram } from './useSaveProgram.ts';

type Values = { name: string; description: string; tags: string[]; avatar: string | null };
const picked = ({ name, description, tags, avatar }: Partial<Values>): Values => ({
  name: name ?? '',
  description: description ?? '',
  tags: tags ?? [],
  avatar: avatar ?? null,
});
const valuesOf = ({ name, description, tags, avatar }: ProgramDetail): Values =>
  picked({ name, description: description ?? '', tags: tags.map(({ id }) => id), avatar });
const validate = validateWith(programIdentification);

/** Name, description, tags and picture of a program that exists. */
export function IdentificationTab({
  program,
  onLoad,
}: {
  program: ProgramDetail;
  onLoad: (program: ProgramDetail) => void;
}) {
  const t = useT();
  const language = useLanguage();
  const [isDirty, setDirty] = useState(false);
  const [isDraft, setDraft] = useState(false);
  const [saved, setSaved] = useState<ProgramDetail | null>(null);
  const typed = useRef<Partial<Values> & { draft?: true }>({});
  const { save, isPending, violations, conflict, forget, fields } = useSaveProgram(program, valuesOf, (next) => {
    setDirty(false);
    setSaved(next);
  });
  useLeaveTo(saved && afterSaving('program', saved, isDraft));
  const read = valuesOf(program);
  return (
    <>
      {conflict && (
        <ConflictNotice
          savedAt={conflict.updatedAt}
          address={`#/programs/${program.id}/show`}
          changes={changesBetween(program, conflict, fields)}
          onTake={() => onLoad(conflict)}
          onMine={() => save(typed.current, conflict.version)}
        />
      )}
      <Form
        noValidate
        className="program-edit__form"
        defaultValues={read}
        validate={(values: Partial<Values>) => validate(picked(values))}
        onSubmit={(values: Partial<Values>) => {
          forget();
          typed.current = { ...onlyChanged(picked(values), read), ...(isDraft ? { draft: true } : {}) };
          save(typed.current, program.version);
        }}
      >
        <FormWatch onDirty={setDirty} violations={violations} />
        <IdentificationInputs
          nameHint={t('resources.programs.wizard.nameHint')}
          descriptionHint={t('resources.programs.wizard.descriptionHint')}
        />
        <p className="program-edit__category soft">
          <CategoryDrawing category={program.category} size={40} />
          <span>
            <strong>{say(machineCategories[program.category].name, language)}</strong>
            <br />
            {t('resources.programs.edit.categoryFixed')}
          </span>
        </p>
        <DraftSwitch kind="program" record={program} isOn={isDraft} onChange={setDraft} />
        <Foot program={program} isDraft={isDraft} isSaving={isPending} />
      </Form>
      <UnsavedGuard isDirty={isDirty && saved === null} />
    </>
  );
}

/** Of what is edited here, ovens receive the name alone. */
function Foot({ program, isDraft, isSaving }: { program: ProgramDetail; isDraft: boolean; isSaving: boolean }) {
  const name = useWatch<Values, 'name'>({ name: 'name' });
  const saveLabel = useSaveLabel(program);
  return (
    <FormFoot
      submit={saveLabel(!isDraft && name !== program.name)}
      cancelTo={`/programs/${program.id}/show`}
      isSaving={isSaving}
    />
  );
}
