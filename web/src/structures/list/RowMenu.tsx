import type { StructureView } from '@fournil/contract/structures/structure';
import { useNavigate } from 'react-router-dom';
import { listLink } from '../../kit/lists/listLink.ts';
import { type MenuEntry, MoreMenu } from '../../kit/MoreMenu.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useMay } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';

/** The menu of one structure of the list. */
export function RowMenu({ structure, onDelete }: { structure: StructureView; onDelete: () => void }) {
  const t = useT();
  const kitT = useKitT();
  const may = useMay();
  const navigate = useNavigate();
  const { id, name } = structure;
  const entries: (MenuEntry | false)[] = [
    may('machines.list') && {
      icon: 'machines',
      label: t('structures.see', { name }),
      act: () => navigate(listLink('machines', { structure: id })),
    },
    may('structures.create') && {
      icon: 'plus',
      label: t('structures.createBelow'),
      act: () => navigate(`/structures/create?parent=${id}`),
    },
    may('structures.edit') && { icon: 'edit', label: kitT('kit.edit'), act: () => navigate(`/structures/${id}`) },
    may('structures.delete') && { icon: 'trash', label: kitT('kit.delete'), act: onDelete },
  ];
  return <MoreMenu isBare label={t('structures.menu', { name })} entries={entries} />;
}
