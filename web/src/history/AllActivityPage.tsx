import { useSearchParams } from 'react-router-dom';
import { HistoryList } from '../kit/history/HistoryList.tsx';
import { type HistoryWish, historyWishes } from '../kit/history/historyWish.ts';
import { useTitle } from '../kit/pages/useTitle.ts';
import { PageFor } from '../kit/session/May.tsx';
import { useMay } from '../kit/session/profile.ts';
import { ForgetPerson } from './ForgetPerson.tsx';
import { useT } from './messages.ts';

/**
 * AUD-01: everything that was done and refused in the reader's organisation or, for the maker, in all of them. The
 * filters are kept in the address.
 */
export function AllActivityPage() {
  return (
    <PageFor act="history.all">
      <AllActivity />
    </PageFor>
  );
}

const wishes: readonly string[] = historyWishes;

function AllActivity() {
  const t = useT();
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  const wish = Object.fromEntries([...search].filter(([name]) => wishes.includes(name))) as HistoryWish;
  useTitle(t('history.all.title'));
  return (
    <div className="page">
      <div className="page__head">
        <h1>{t('history.all.title')}</h1>
        {wish.actor && may('history.forget') && <ForgetPerson id={wish.actor} />}
      </div>
      <p className="soft">{t(may('control.history') ? 'history.all.ofMaker' : 'history.all.lead')}</p>
      <HistoryList
        path="/history"
        people="/history/people"
        isWhole
        wish={wish}
        onWish={(next) => setSearch({ ...next }, { replace: true })}
      />
    </div>
  );
}
