import { CreateLink } from '../../kit/lists/CreateLink.tsx';
import { EmptyList } from '../../kit/lists/EmptyList.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useT } from '../messages.ts';

export function EmptyPrograms() {
  const t = useT();
  const kitT = useKitT();
  return (
    <EmptyList
      sign={
        <svg width="96" height="56" viewBox="0 0 96 56" aria-hidden="true">
          <path className="warm" d="M4 40V12h26v6h22v8h20v6h20v8Z" />
          <path
            d="M4 40h88M4 6v34M4 46h40M52 46h24"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          />
          <circle cx="12" cy="52" r="2.5" fill="var(--steam)" />
          <circle cx="30" cy="52" r="2.5" fill="var(--steam)" />
        </svg>
      }
      empty={{ title: t('resources.programs.empty.title'), body: t('resources.programs.empty.body') }}
      none={{ title: t('resources.programs.empty.filteredTitle'), body: t('resources.programs.empty.filteredBody') }}
      showAll={kitT('kit.filters.clear')}
    >
      <CreateLink act="programs.create" to="/programs/create">
        {t('resources.programs.list.create')}
      </CreateLink>
    </EmptyList>
  );
}
