import type { MenuPreview } from '@fournil/contract/menus/menu';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';

/** In words: the ovens that would follow, and the programs that would come, go or move. */
export function WhatChanges({ preview }: { preview: MenuPreview }) {
  const t = useT();
  const changes = useProgramChanges();
  const { programs, missing, unapprovedCount, otherCategoryCount } = preview;
  const changed = programs.filter(({ comes, goes, moves }) => comes + goes + moves > 0);
  return (
    <div className="what-changes">
      <p>
        <Followers preview={preview} />
      </p>
      {preview.changedCount === 0 ? (
        <p className="soft">{t('menus.preview.same')}</p>
      ) : (
        <>
          <p>{t('menus.preview.changed', { smart_count: preview.changedCount })}</p>
          <ul>
            {changed.map((program) => (
              <li key={program.id}>
                <strong>{program.name ?? t('menus.preview.hidden')}</strong> {changes(program)}
              </li>
            ))}
          </ul>
        </>
      )}
      <Missing missing={missing} />
      {unapprovedCount > 0 && <p>{t('menus.preview.unapproved', { smart_count: unapprovedCount })}</p>}
      {otherCategoryCount > 0 && (
        <p className="soft">{t('menus.preview.otherCategory', { smart_count: otherCategoryCount })}</p>
      )}
      <p className="soft what-changes__hint">{t('menus.preview.hint')}</p>
    </div>
  );
}

function Followers({ preview }: { preview: MenuPreview }) {
  const t = useT();
  const { machineCount, structureCount, joiningCount, leavingCount } = preview;
  const moving = [
    joiningCount > 0 && t('menus.preview.joining', { smart_count: joiningCount }),
    leavingCount > 0 && t('menus.preview.leaving', { smart_count: leavingCount }),
  ].filter(Boolean);
  const follow = t(machineCount === 1 ? 'menus.preview.followOne' : 'menus.preview.follow', {
    ovens: t('menus.reach.ovens', { smart_count: machineCount }),
    shops: structureCount > 0 ? t('menus.reach.shops', { smart_count: structureCount }) : '',
  }).replace(/ {2,}/g, ' ');
  return (
    <>
      {machineCount === 0 ? t('menus.preview.nobody') : <strong>{follow}</strong>}
      {moving.length > 0 && ` (${moving.join(', ')})`}
    </>
  );
}

/** "comes to 12 ovens, leaves 3 ovens". */
function useProgramChanges() {
  const t = useT();
  return (program: MenuPreview['programs'][number]) =>
    (['comes', 'goes', 'moves'] as const)
      .filter((kind) => program[kind] > 0)
      .map((kind) => t(`menus.preview.${kind}`, { ovens: t('menus.reach.ovens', { smart_count: program[kind] }) }))
      .join(', ');
}

function Missing({ missing }: Pick<MenuPreview, 'missing'>) {
  const t = useT();
  if (missing.length === 0) return null;
  return (
    <div className="what-changes__missing">
      <p className="state">
        <StateSign sign="refused" /> {t('menus.preview.cannot')}
      </p>
      <ul>
        {missing.map(({ id, name, reason, machineCount }) => (
          <li key={`${id} ${reason}`}>
            {t('menus.preview.cannotOne', {
              name: name ?? t(reason === 'deleted' ? 'menus.program.deletedName' : 'menus.preview.hidden'),
              ovens: t('menus.reach.ovens', { smart_count: machineCount }),
              reason: t(`menus.reasons.${reason}`),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
