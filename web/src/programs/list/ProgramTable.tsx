import { say } from '@fournil/contract/kit/words';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import type { ProgramView } from '@fournil/contract/programs/program';
import { useListContext } from 'ra-core';
import { SelectPage } from '../../kit/bulk/SelectPage.tsx';
import { durationText } from '../../kit/format/duration.ts';
import { When } from '../../kit/format/When.tsx';
import { SortHead } from '../../kit/lists/SortHead.tsx';
import { ProgramPicture } from '../../kit/signs/ProgramPicture.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { ProgramName, ProgramState } from '../ProgramName.tsx';
import { Tags } from '../Tags.tsx';

const columns = [
  { name: 'name', order: 'name' },
  { name: 'category', order: 'categoryName' },
  { name: 'tags', order: null },
  { name: 'total', order: 'totalSeconds' },
  { name: 'machines', order: null },
  { name: 'approved', order: 'approved' },
  { name: 'updatedAt', order: 'updatedAt' },
] as const;

export function ProgramTable() {
  const t = useT();
  const { data, isPending, perPage } = useListContext<ProgramView>();
  return (
    <div className="program-table__scroller">
      <table className="table program-table" aria-busy={isPending}>
        <caption className="unseen">{t('resources.programs.list.title')}</caption>
        <thead>
          <tr>
            <th className="program-table__select">
              <SelectPage label={t('resources.programs.select.page')} />
            </th>
            <th>
              <span className="unseen">{t('resources.programs.fields.picture')}</span>
            </th>
            {columns.map(({ name, order }) => (
              <SortHead
                key={name}
                name={name}
                label={t(`resources.programs.fields.${name}`)}
                order={order}
                isNumber={name === 'total' || name === 'machines'}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {data
            ? data.map((program) => <ProgramRow key={program.id} program={program} />)
            : Array.from({ length: Math.min(perPage, 30) }, (_, row) => (
                <tr key={`row${String(row)}`}>
                  <td colSpan={9}>
                    <span className="skeleton" style={{ width: `${40 + ((row * 17) % 45)}%` }} />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

function ProgramRow({ program }: { program: ProgramView }) {
  const t = useT();
  const language = useLanguage();
  const { selectedIds, onToggleItem } = useListContext<ProgramView>();
  const isSelected = selectedIds.includes(program.id);
  return (
    <tr data-selected={isSelected || undefined}>
      <td className="program-table__select">
        <input
          type="checkbox"
          className="checkbox"
          checked={isSelected}
          aria-label={t('resources.programs.select.one', { name: program.name })}
          onChange={() => onToggleItem(program.id)}
        />
      </td>
      <td className="program-table__picture">
        <ProgramPicture program={program} />
      </td>
      <th scope="row">
        <ProgramName program={program} />
      </th>
      <td data-column="category">{say(machineCategories[program.category].name, language)}</td>
      <td>
        <Tags tags={program.tags} />
      </td>
      <td className="number">{durationText(program.totalSeconds)}</td>
      <td className="number">
        {program.machineCount === 0 ? (
          <span className="soft">{t('resources.programs.list.noMachine')}</span>
        ) : (
          program.machineCount
        )}
      </td>
      <td>
        <ProgramState program={program} />
      </td>
      <td className="soft">
        <When at={program.updatedAt} />
      </td>
    </tr>
  );
}
