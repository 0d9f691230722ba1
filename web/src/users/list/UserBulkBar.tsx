import { useListContext } from 'ra-core';
import { useState } from 'react';
import { readingList, useRead } from '../../data/index.ts';
import { BulkBar } from '../../kit/bulk/BulkBar.tsx';
import { useBulk } from '../../kit/bulk/useBulk.tsx';
import { useBulkSelection } from '../../kit/bulk/useBulkSelection.ts';
import { TagPicker } from '../../kit/choices/TagPicker.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { StructureDialog } from '../../kit/structures/StructureDialog.tsx';
import { useT } from '../messages.ts';
import { TemplateDialog } from '../templates/TemplateOfUser.tsx';

const structureVerbs = ['relate', 'unrelate'] as const;
const tagVerbs = ['tag', 'untag'] as const;
type Open = 'template' | (typeof structureVerbs)[number] | (typeof tagVerbs)[number];

/** BLK-01: structures and tags for the selected users, and their access. */
export function UserBulkBar() {
  const t = useT();
  const kitT = useKitT();
  const may = useMay();
  // Users only: administrators are changed one at a time.
  const filters = { ...useListContext().filterValues, kind: 'user' };
  const { data } = useRead(readingList({ about: 'users', path: '/users', query: { ...filters, itemsPerPage: 0 } }));
  const selected = useBulkSelection({ filters, total: data?.total ?? 0 });
  const { ask, dialog } = useBulk(selected.selection);
  const [open, setOpen] = useState<Open | null>(null);
  if (selected.count === 0) return null;
  const several = { smart_count: selected.count };
  return (
    <BulkBar label={t('users.select.label')} selected={selected}>
      {[...structureVerbs, ...tagVerbs].map((name) => (
        <button
          key={name}
          type="button"
          disabled={!may(name === 'tag' || name === 'untag' ? 'tags.edit' : 'structures.edit')}
          onClick={() => setOpen(name)}
        >
          {name === 'relate' && <Icon name="structures" size={16} />}
          {name === 'tag' && <Icon name="tags" size={16} />}
          {t(`users.bulk.${name}`)}
        </button>
      ))}
      <button type="button" disabled={!may('users.changeRights')} onClick={() => setOpen('template')}>
        {t('users.templates.give')}
      </button>
      <button
        type="button"
        disabled={!may('users.switch')}
        onClick={() => ask('users.enable', {}, t('users.bulk.enable'))}
      >
        <Icon name="power" size={16} />
        {t('users.bulk.enable')}
      </button>
      <button
        type="button"
        disabled={!may('users.switch')}
        onClick={() => ask('users.disable', {}, t('users.bulk.disable'), t('users.bulk.disableNote', several))}
      >
        {t('users.bulk.disable')}
      </button>
      <button
        type="button"
        disabled={!may('users.delete')}
        onClick={() =>
          ask('users.delete', {}, t('users.bulk.deleteTitle', several), t('users.bulk.deleteNote', several))
        }
      >
        <Icon name="trash" size={16} />
        {kitT('kit.delete')}
      </button>
      {open && <Choice open={open} count={selected.count} ask={ask} onClose={() => setOpen(null)} />}
      {dialog}
    </BulkBar>
  );
}

interface ChoiceProps {
  open: Open;
  /** How many users are selected. */
  count: number;
  ask: ReturnType<typeof useBulk>['ask'];
  onClose: () => void;
}

/** Chooses the structures or tags to add or remove, before the preview of the bulk action. */
function Choice({ open, count, ask, onClose }: ChoiceProps) {
  const t = useT();
  const several = { smart_count: count };
  if (open === 'relate' || open === 'unrelate')
    return (
      <StructureDialog
        title={t(`users.bulk.${open}Title`, several)}
        submit={(structures) => t(`users.bulk.${open}Submit`, { smart_count: structures })}
        isSeveral
        onClose={onClose}
        onChosen={(structures) => {
          onClose();
          ask(`users.${open}`, { structures: structures.map(({ id }) => id) }, t(`users.bulk.${open}`));
        }}
      />
    );
  if (open === 'tag' || open === 'untag')
    return (
      <TagPicker
        title={t(`users.bulk.${open}Title`, several)}
        submit={(tags) => t(`users.bulk.${open}Submit`, { smart_count: tags })}
        onClose={onClose}
        onChosen={(tags) => {
          onClose();
          ask(`users.${open}`, { tags }, t(`users.bulk.${open}`));
        }}
      />
    );
  return (
    <TemplateDialog
      onClose={onClose}
      onChosen={(template) => {
        onClose();
        ask('users.giveTemplate', { template }, t('users.templates.giveSubmit'));
      }}
    />
  );
}
