import { say } from '@fournil/contract/kit/words';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import type { ProgramView } from '@fournil/contract/programs/program';
import { useListContext } from 'ra-core';
import { durationText } from '../../kit/format/duration.ts';
import { When } from '../../kit/format/When.tsx';
import { type DataColumn, DataTable } from '../../kit/lists/DataTable.tsx';
import { ProgramPicture } from '../../kit/signs/ProgramPicture.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { ProgramName, ProgramState } from '../ProgramName.tsx';
import { Tags } from '../Tags.tsx';

export function ProgramTable() {
  const t = useT();
  const { data, perPage } = useListContext<ProgramView>();
  return (
    <DataTable
      className="program-table"
      title={t('resources.programs.list.title')}
      columns={useColumns()}
      rows={data}
      expectedRows={Math.min(perPage, 30)}
      selects="all"
    />
  );
}

function useColumns(): DataColumn<ProgramView>[] {
  const t = useT();
  const language = useLanguage();
  return [
    {
      name: 'picture',
      label: t('resources.programs.fields.picture'),
      isLabelUnseen: true,
      cell: (program) => <ProgramPicture program={program} />,
    },
    {
      name: 'name',
      label: t('resources.programs.fields.name'),
      order: 'name',
      isRowHead: true,
      cell: (program) => <ProgramName program={program} />,
    },
    {
      name: 'category',
      label: t('resources.programs.fields.category'),
      order: 'categoryName',
      cell: ({ category }) => say(machineCategories[category].name, language),
    },
    { name: 'tags', label: t('resources.programs.fields.tags'), cell: ({ tags }) => <Tags tags={tags} /> },
    {
      name: 'total',
      label: t('resources.programs.fields.total'),
      order: 'totalSeconds',
      isNumber: true,
      cell: ({ totalSeconds }) => durationText(totalSeconds),
    },
    {
      name: 'machines',
      label: t('resources.programs.fields.machines'),
      isNumber: true,
      cell: ({ machineCount }) =>
        machineCount || <span className="soft">{t('resources.programs.list.noMachine')}</span>,
    },
    {
      name: 'approved',
      label: t('resources.programs.fields.approved'),
      order: 'approved',
      cell: (program) => <ProgramState program={program} />,
    },
    {
      name: 'updatedAt',
      label: t('resources.programs.fields.updatedAt'),
      order: 'updatedAt',
      cell: ({ updatedAt }) => (
        <span className="soft">
          <When at={updatedAt} />
        </span>
      ),
    },
  ];
}
