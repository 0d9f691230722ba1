import { type HistoryPerson, type HistoryType, historyTypes } from '@fournil/contract/history/historyEvent';
import { historyTypeWords } from '@fournil/contract/history/historyWords';
import { say } from '@fournil/contract/kit/words';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { call, fetchFile } from './api.ts';
import type { HistoryWish } from './HistoryList.tsx';
import { useKitT } from './messages.ts';
import { saveFile } from './saveFile.ts';
import { useLanguage } from './useT.ts';
import { useTranslatedError } from './useTranslatedError.ts';

interface HistoryToolsProps {
  path: string;
  wish: HistoryWish;
  onWish: (wish: HistoryWish) => void;
}

/** Which kinds and whose; and all of it as a file. */
export function HistoryTools({ path, wish, onWish }: HistoryToolsProps) {
  const t = useKitT();
  const language = useLanguage();
  const notify = useNotify();
  const errorText = useTranslatedError();
  const isOfThing = path.startsWith('/history/');
  const { data: people = [] } = useQuery({
    queryKey: ['history', path, 'people'],
    queryFn: ({ signal }) => call<HistoryPerson[]>(path.replace(/full$/, 'people'), { signal }),
    enabled: isOfThing,
  });
  const file = useMutation({
    mutationFn: () => fetchFile(`${path}.csv`, { ...wish }),
    onSuccess: saveFile,
    onError: (error) => notify(errorText(error), { type: 'warning' }),
  });
  const kinds = historyTypes.map((type) => [type, say(historyTypeWords[type], language)] as const).sort((a, b) => a[1].localeCompare(b[1]));
  const choose = (name: keyof HistoryWish, value: string) => {
    const { [name]: _, ...others } = wish;
    onWish(value ? { ...others, [name]: value as HistoryType } : others);
  };
  return (
    <div className="history-tools">
      <select className="control" aria-label={t('kit.history.kind')} value={wish.type ?? ''} onChange={(event) => choose('type', event.target.value)}>
        <option value="">{t('kit.history.everyKind')}</option>
        {kinds.map(([type, word]) => (
          <option key={type} value={type}>
            {word}
          </option>
        ))}
      </select>
      {people.length > 1 && (
        <select
          className="control"
          aria-label={t('kit.history.person')}
          value={wish.actor ?? ''}
          onChange={(event) => choose('actor', event.target.value)}
        >
          <option value="">{t('kit.history.everybody')}</option>
          {people.map(({ id, fullName }) => (
            <option key={id} value={id}>
              {fullName}
            </option>
          ))}
        </select>
      )}
      {isOfThing && (
        <button type="button" className="button button--small" disabled={file.isPending} onClick={() => file.mutate()}>
          {t('kit.history.file')}
        </button>
      )}
    </div>
  );
}
