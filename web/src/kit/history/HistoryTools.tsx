import {
  type HistoryPerson,
  historyEntities,
  historyTypes,
  makerTypes,
  typesOfRecord,
} from '@fournil/contract/history/historyEvent';
import { historyTypeWords } from '@fournil/contract/history/historyWords';
import { say } from '@fournil/contract/kit/words';
import { fetchFile, type Query, reading, useDownload, useRead } from '../../data/index.ts';
import { SelectFilter } from '../lists/SelectFilter.tsx';
import { useKitT } from '../messages.ts';
import { useMay } from '../session/profile.ts';
import { useLanguage } from '../useT.ts';
import { usePersonName } from './EventSentence.tsx';
import { HistoryFilters } from './HistoryFilters.tsx';
import type { HistoryWish } from './historyWish.ts';

interface HistoryToolsProps {
  path: string;
  query: Query;
  people: string | undefined;
  isWhole: boolean;
  wish: HistoryWish;
  onWish: (wish: HistoryWish) => void;
}

/** The filters of a history by kind and person, further ones for all activity, and its export as a file. */
export function HistoryTools({ path, query, people: peoplePath, isWhole, wish, onWish }: HistoryToolsProps) {
  const t = useKitT();
  const language = useLanguage();
  const may = useMay();
  const personName = usePersonName();
  const { data: people = [] } = useRead(
    reading<HistoryPerson[]>({ about: 'history', path: peoplePath ?? '', enabled: peoplePath !== undefined }),
  );
  const file = useDownload(() => fetchFile(`${path}.csv`, query));
  const entity = historyEntities.find((name) => path.startsWith(`/history/${name}/`));
  const kinds = (entity ? typesOfRecord(entity) : historyTypes)
    .filter((type) => may('software-updates.manage') || !makerTypes.includes(type))
    .map((type) => ({ value: type, label: say(historyTypeWords[type], language) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const choose = (name: keyof HistoryWish, value: string) => {
    const { [name]: _, ...others } = wish;
    onWish(value ? { ...others, [name]: value } : others);
  };
  return (
    <div className="history-tools">
      {isWhole && <HistoryFilters wish={wish} onChoose={choose} />}
      <SelectFilter
        label={t('kit.history.kind')}
        every={t('kit.history.everyKind')}
        choices={kinds}
        value={wish.type}
        onChoose={(value) => choose('type', value)}
      />
      {people.length > 1 && (
        <SelectFilter
          label={t('kit.history.person')}
          every={t('kit.history.everybody')}
          choices={people.map(({ id, fullName }) => ({ value: id, label: personName(fullName) }))}
          value={wish.actor}
          onChoose={(value) => choose('actor', value)}
        />
      )}
      {Object.keys(wish).length > 1 && (
        <button type="button" className="button button--small" onClick={() => onWish({})}>
          {t('kit.history.reset')}
        </button>
      )}
      <button type="button" className="button button--small" disabled={file.isPending} onClick={() => file.act()}>
        {t('kit.history.file')}
      </button>
    </div>
  );
}
