import { type MenuDetail, menuInput } from '@fournil/contract/menus/menu';
import { Form } from 'ra-core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCreateOne } from '../../data/index.ts';
import { UnsavedGuard } from '../../kit/forms/UnsavedGuard.tsx';
import { validateWith } from '../../kit/forms/validateWith.ts';
import { FormFoot } from '../../kit/inputs/FormFoot.tsx';
import { FormWatch } from '../../kit/inputs/FormWatch.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { PageFor } from '../../kit/session/May.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';
import { MenuFields } from './MenuFields.tsx';
import { emptyMenu, inputOf, type MenuValues } from './menuForm.ts';

/** MNU-01 */
export function MenuCreate() {
  return (
    <PageFor act="menus.create">
      <CreateForm />
    </PageFor>
  );
}

const validate = validateWith(menuInput);

function CreateForm() {
  const t = useT();
  const kitT = useKitT();
  const navigate = useNavigate();
  const mayApprove = useMay()('menus.approve');
  const [isDirty, setDirty] = useState(false);
  const [madeId, setMadeId] = useState<string | null>(null);
  const { create, isPending, violations } = useCreateOne<MenuDetail>('menus', {
    done: ({ approved, name }) => t(approved ? 'menus.edit.created' : 'menus.edit.createdWaits', { name }),
    isForm: true,
    onDone: ({ id }) => setMadeId(id),
  });
  useTitle(t('menus.create'));
  // Only after the guard below knows that nothing is unsaved.
  useEffect(() => {
    if (madeId) navigate(`/menus/${madeId}/show`);
  }, [madeId, navigate]);
  return (
    <div className="page">
      <div className="page__head">
        <h1>{t('menus.create')}</h1>
      </div>
      <Form
        noValidate
        defaultValues={emptyMenu}
        validate={(values) => validate(inputOf(values as Partial<MenuValues>, mayApprove))}
        onSubmit={(values: object) => create(inputOf(values as Partial<MenuValues>, mayApprove))}
      >
        <FormWatch onDirty={setDirty} violations={violations} />
        <MenuFields menu={null} />
        <FormFoot submit={kitT('kit.save')} cancelTo="/menus" isSaving={isPending} />
      </Form>
      <UnsavedGuard isDirty={isDirty && madeId === null} />
    </div>
  );
}
