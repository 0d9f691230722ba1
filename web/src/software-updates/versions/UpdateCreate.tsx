import { type SoftwareUpdateDetail, softwareUpdateInput } from '@fournil/contract/software-updates/softwareUpdate';
import type { SwuDescription } from '@fournil/contract/software-updates/swuDescription';
import { Form, useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { call, useAct } from '../../data/index.ts';
import { UnsavedGuard } from '../../kit/forms/UnsavedGuard.tsx';
import { useLeaveTo } from '../../kit/forms/useLeaveTo.ts';
import { usePointAtErrors } from '../../kit/forms/usePointAtErrors.ts';
import { validateWith } from '../../kit/forms/validateWith.ts';
import { FormWatch } from '../../kit/inputs/FormWatch.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { useT } from '../messages.ts';
import { FilePart } from '../upload/FilePart.tsx';
import { useUpload } from '../upload/useUpload.ts';
import { UpdateInputs } from './UpdateInputs.tsx';

interface Values {
  version: string;
  beta: boolean;
  description: string | null;
  models: string[];
}
const atFirst: Values = { version: '', beta: false, description: null, models: [] };

/** SWU-02: the file is uploaded while the form is filled in; the version is stored when both are complete. */
export function UpdateCreate() {
  const t = useT();
  const kitT = useKitT();
  const translate = useTranslate();
  const upload = useUpload();
  const page = useRef<HTMLDivElement>(null);
  const pointAtErrors = usePointAtErrors(page);
  const [isDirty, setDirty] = useState(false);
  const [says, setSays] = useState<SwuDescription | null>(null);
  const [isFileMissing, setFileMissing] = useState(false);
  const [wanted, setWanted] = useState<Values | null>(null);
  const { store, made } = useStored(upload, () => setWanted(null));
  useTitle(t('updates.create'));
  const { violations } = store;
  const fileError =
    violations.find(({ propertyPath }) => propertyPath === 'file' || propertyPath === 'upload')?.message ?? null;
  const isWhole = upload.sending?.state === 'whole';
  useEffect(() => {
    if (wanted && isWhole && store.isIdle) store.act(wanted);
  }, [wanted, isWhole, store]);
  const isLocked = wanted !== null;
  return (
    <div className="page page--narrow" ref={page}>
      <div className="page__head">
        <h1>{t('updates.create')}</h1>
      </div>
      <Form
        noValidate
        defaultValues={atFirst}
        validate={(values: Partial<Values>) => {
          setFileMissing(!upload.sending);
          return validateWith(softwareUpdateInput)(valuesOf(values));
        }}
        onSubmit={(values: Partial<Values>) => {
          if (!upload.sending) return pointAtErrors();
          store.reset();
          setWanted(valuesOf(values));
        }}
      >
        <FormWatch onDirty={setDirty} violations={violations} />
        <Prefill says={says} />
        <div className="update-form">
          <FilePart
            upload={upload}
            isLocked={isLocked}
            error={isFileMissing && !upload.sending ? translate('custom.validation.fileRequired') : fileError}
            says={says}
            onChosen={(found) => {
              store.reset();
              setSays(found);
            }}
          />
          <fieldset className="update-form__fields" disabled={isLocked}>
            <UpdateInputs />
          </fieldset>
        </div>
        <div className="update-form__foot">
          <button type="submit" className="button button--main" disabled={isLocked}>
            {t('updates.form.store')}
          </button>
          {isLocked && !isWhole ? (
            <>
              <button type="button" className="button" onClick={() => setWanted(null)}>
                {t('updates.form.goOnTyping')}
              </button>
              <span className="soft" role="status">
                {t('updates.form.waits')}
              </span>
            </>
          ) : (
            <Link className="button" to="/software-updates">
              {kitT('kit.cancel')}
            </Link>
          )}
        </div>
      </Form>
      <UnsavedGuard isDirty={(isDirty || upload.sending !== null) && !made} />
    </div>
  );
}

/** Fills the empty fields with the description of the file. */
function Prefill({ says }: { says: SwuDescription | null }) {
  const { getValues, setValue } = useFormContext<Values>();
  useEffect(() => {
    if (!says) return;
    const options = { shouldDirty: true, shouldValidate: true };
    if (says.version !== null && !getValues('version')?.trim()) setValue('version', says.version, options);
    if (says.models.length > 0 && (getValues('models') ?? []).length === 0) setValue('models', says.models, options);
  }, [says, getValues, setValue]);
  return null;
}

/** Stores the version of a complete upload, and opens its page. */
function useStored(upload: ReturnType<typeof useUpload>, onRefused: () => void) {
  const t = useT();
  const [made, setMade] = useState<SoftwareUpdateDetail | null>(null);
  const { forget } = upload;
  const store = useAct({
    changes: 'software_updates',
    send: (values: Values) =>
      call<SoftwareUpdateDetail>('/software_updates', {
        method: 'POST',
        body: { ...values, upload: upload.uploadId.current },
      }),
    done: ({ version }) => t('updates.form.stored', { version }),
    onDone(update) {
      forget();
      setMade(update);
    },
    isForm: true,
    onRefused,
  });
  useLeaveTo(made && `/software-updates/${made.id}`);
  return { store, made };
}

/** Only the fields of the form, because ra-core adds others. */
function valuesOf({ version, beta, description, models }: Partial<Values>): Values {
  return { version: version?.trim() ?? '', beta: !!beta, description: description || null, models: models ?? [] };
}
