import { Form } from 'ra-core';
import { type ReactNode, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { useVersionedSave } from '../../data/index.ts';
import { FormFoot } from '../inputs/FormFoot.tsx';
import { FormWatch } from '../inputs/FormWatch.tsx';
import { useKitT } from '../messages.ts';
import { ConflictNotice } from './ConflictNotice.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { useLeaveTo } from './useLeaveTo.ts';
import { validateWith } from './validateWith.ts';
import { changesBetween, onlyChanged, settledBy, type VersionField } from './versions.ts';

interface Versioned {
  id: string;
  version: number;
  updatedAt?: string;
}

interface VersionedFormProps<View extends Versioned, Values extends object> {
  /** The record as it was last read. */
  latest: View;
  resource: string;
  /** The page that shows the other version. */
  address: string;
  /** The page that is opened after saving or cancelling; by default the record's own. */
  leaveTo?: string;
  /** The page that is opened after saving, if it is another one. */
  savedTo?: (saved: View, sent: object) => string;
  /** The fields that a conflict lists. */
  fields: readonly VersionField<View>[];
  schema: z.ZodType;
  valuesOf: (view: View) => Values;
  /** Only the fields of the form: ra-core adds others. */
  updateOf: (values: Partial<Values>, view: View) => object;
  children: (view: View) => ReactNode;
}

/**
 * API-06. Edits the record as it was read: later changes by others are shown as a conflict, and do not change the
 * fields during editing. Only changed fields are sent, so that changes by others in other fields remain.
 */
export function VersionedForm<View extends Versioned, Values extends object>(props: VersionedFormProps<View, Values>) {
  const { latest, resource, address, leaveTo = address, savedTo, fields, schema, valuesOf, updateOf, children } = props;
  const t = useKitT();
  const [read, setRead] = useState(latest);
  const [isDirty, setDirty] = useState(false);
  const [next, setNext] = useState<string | null>(null);
  const isSaved = next !== null;
  const typed = useRef<object>({});
  const unchanged = (view: View) => updateOf(valuesOf(view), view);
  const { save, isPending, violations, conflict, forget } = useVersionedSave<View>(resource, read.id, {
    done: 'kit.saved',
    isForm: true,
    settle: (theirs, sent) => settledBy({ read, theirs, sent, fields, updateOf: unchanged }),
    onDone: (saved) => setNext(savedTo?.(saved, typed.current) ?? leaveTo),
  });
  useLeaveTo(next);
  const take = (theirs: View) => {
    setRead(theirs);
    setDirty(false);
    forget();
  };
  const changedIn = (values: FieldValues) => onlyChanged(updateOf(values as Partial<Values>, read), unchanged(read));
  return (
    <>
      {conflict && (
        <ConflictNotice
          {...(conflict.updatedAt ? { savedAt: conflict.updatedAt } : {})}
          address={`#${address}`}
          changes={changesBetween(read, conflict, fields)}
          onTake={() => take(conflict)}
          onMine={() => save(typed.current, conflict.version)}
        />
      )}
      <Form
        noValidate
        key={read.version}
        defaultValues={valuesOf(read) as FieldValues}
        // Only changed fields are checked, because older values may break newer rules.
        validate={(values) => validateWith(schema)(changedIn(values))}
        onSubmit={(values: FieldValues) => {
          forget();
          typed.current = changedIn(values);
          save(typed.current, read.version);
        }}
      >
        <FormWatch onDirty={setDirty} violations={violations} />
        {children(read)}
        <FormFoot submit={t('kit.save')} cancelTo={leaveTo} isSaving={isPending} />
      </Form>
      <UnsavedGuard isDirty={isDirty && !isSaved} />
    </>
  );
}
