import { useRead } from '../data/index.ts';
import { useDates } from '../kit/format/dates.ts';
import { useNow } from '../kit/format/useNow.ts';
import { Failed } from '../kit/pages/Failed.tsx';
import { useTitle } from '../kit/pages/useTitle.ts';
import { May } from '../kit/session/May.tsx';
import { useMay, useProfile } from '../kit/session/profile.ts';
import { homeReading } from '../kit/session/profileReading.ts';
import { Basics } from './Basics.tsx';
import { Counters } from './Counters.tsx';
import { FindMachine } from './FindMachine.tsx';
import { FirstMachine } from './FirstMachine.tsx';
import { FleetHome } from './FleetHome.tsx';
import { LastNight } from './LastNight.tsx';
import { useT } from './messages.ts';
import { RecentActions } from './RecentActions.tsx';
import { SecurityCode } from './SecurityCode.tsx';
import { Sentence } from './Sentence.tsx';
import { Waiting } from './Waiting.tsx';
import './home.css';

/** HOM-01 to HOM-04 */
export function HomePage() {
  const t = useT();
  const may = useMay();
  const profile = useProfile();
  useTitle(t('home.title'));
  if (!profile) return null;
  return (
    <div className="page home">
      <div className="home__main">
        <Greeting name={profile.fullName} />
        {may('home.summary') && <Summary />}
        <May act="home.fleet">
          <FleetHome />
        </May>
        <May act="machines.bySerial">
          <FindMachine />
        </May>
      </div>
      <May act="home.summary">
        <aside className="home__aside">
          <SecurityCode />
          <RecentActions />
        </aside>
      </May>
      <Basics />
    </div>
  );
}

function Greeting({ name }: { name: string }) {
  const t = useT();
  const dates = useDates();
  const now = useNow(10_000);
  return (
    <>
      <p className="home__date">
        {dates.date(now, 'longDay')}, {dates.date(now, 'time')}
      </p>
      <h1>{t('home.welcome', { name })}</h1>
    </>
  );
}

function Summary() {
  const { data: infos, error, isFetching, refetch } = useRead(homeReading);
  if (error && !infos) return <Failed onRetry={() => void refetch()} />;
  if (!infos) return <SummarySkeleton />;
  return (
    <>
      <Sentence infos={infos} />
      <May act="machines.show">
        <LastNight />
      </May>
      {infos.machines === 0 && (
        <May act="machines.create">
          <FirstMachine />
        </May>
      )}
      <Counters infos={infos} isFetching={isFetching} />
      <Waiting infos={infos} />
    </>
  );
}

function SummarySkeleton() {
  const widths = ['70%', '90%', '84%', '88%', '60%'];
  return (
    <div className="home__skeleton" aria-busy="true">
      {widths.map((width) => (
        <span key={width} className="skeleton" style={{ width }} />
      ))}
    </div>
  );
}
