import { Form } from 'ra-core';
import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { useCreateOne } from '../../data/index.ts';
import { FormFoot } from '../inputs/FormFoot.tsx';
import { FormWatch } from '../inputs/FormWatch.tsx';
import { useTitle } from '../pages/useTitle.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { useLeaveTo } from './useLeaveTo.ts';
import { validateWith } from './validateWith.ts';

interface CreateFormProps<View extends { id: string }, Values extends object> {
  resource: string;
  title: string;
  isWide?: boolean;
  schema: z.ZodType;
  /** The values at first; later ones change nothing. */
  defaultValues: Values;
  /** What is validated and sent, if it is not the values themselves. */
  inputOf?: (values: Partial<Values>) => object;
  /** Something that is no field of the form was chosen, and would be lost. */
  isChanged?: boolean;
  submit: string;
  cancelTo: string;
  /** The message when it was created. */
  done: (made: View) => string;
  /** The page that is opened then; by default the record's own. */
  doneTo?: (made: View) => string;
  children: ReactNode;
}

/** A page that creates a record. The input is kept when the server refuses it or cannot be reached. */
export function CreateForm<View extends { id: string }, Values extends object = object>({
  resource,
  title,
  isWide = false,
  schema,
  defaultValues,
  inputOf = (values) => values,
  isChanged = false,
  submit,
  cancelTo,
  done,
  doneTo = ({ id }) => `/${resource}/${id}/show`,
  children,
}: CreateFormProps<View, Values>) {
  const [first] = useState(defaultValues);
  const [isDirty, setDirty] = useState(false);
  const [made, setMade] = useState<View | null>(null);
  const { create, isPending, violations } = useCreateOne<View>(resource, { isForm: true, done, onDone: setMade });
  useTitle(title);
  useLeaveTo(made && doneTo(made));
  return (
    <div className={isWide ? 'page' : 'page page--narrow'}>
      <div className="page__head">
        <h1>{title}</h1>
      </div>
      <Form
        noValidate
        defaultValues={first as FieldValues}
        validate={(values) => validateWith(schema)(inputOf(values as Partial<Values>))}
        onSubmit={(values: FieldValues) => create(inputOf(values as Partial<Values>))}
      >
        <FormWatch onDirty={setDirty} violations={violations} />
        {children}
        <FormFoot submit={submit} cancelTo={cancelTo} isSaving={isPending} />
      </Form>
      <UnsavedGuard isDirty={(isDirty || isChanged) && !made} />
    </div>
  );
}
