import { CreateLink } from '../../kit/lists/CreateLink.tsx';
import { EmptyList } from '../../kit/lists/EmptyList.tsx';
import { useKitT } from '../../kit/messages.ts';
import { CategoryDrawing } from '../../kit/signs/CategoryDrawing.tsx';
import { useT } from '../messages.ts';

export function EmptyMachines() {
  const t = useT();
  const kitT = useKitT();
  return (
    <EmptyList
      sign={<CategoryDrawing category="deck" />}
      empty={{ title: t('machines.empty.title'), body: t('machines.empty.body') }}
      none={{ title: t('machines.empty.filteredTitle'), body: t('machines.empty.filteredBody') }}
      showAll={kitT('kit.filters.clear')}
    >
      <CreateLink act="machines.create" to="/machines/create">
        {t('machines.create')}
      </CreateLink>
    </EmptyList>
  );
}
