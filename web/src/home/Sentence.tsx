import type { HomeInfos } from '@fournil/contract/home/homeInfos';
import { useT } from './messages.ts';
import { waitingCount } from './Waiting.tsx';
import './home.css';

/** HOM-01: how many machines are connected and at work, and whether something is waiting for the reader. */
export function Sentence({ infos }: { infos: HomeInfos }) {
  const t = useT();
  const things = waitingCount(infos);
  const faults = infos.failing.length;
  const isNoneConnected = infos.machines > 0 && infos.machinesConnected === 0;
  return (
    <p className="home__sentence">
      {infos.machines === 0
        ? t('home.noMachine')
        : t('home.answering', {
            smart_count: infos.machinesConnected,
            machines: infos.machines,
            working: infos.machinesWorking,
          })}{' '}
      <span className="soft">
        {things === 0
          ? t(isNoneConnected ? 'home.waiting.nothing' : 'home.allWell')
          : t('home.needs', { smart_count: things })}
        {things > 0 && (faults > 0 ? t('home.faults', { smart_count: faults }) : '.')}
      </span>
    </p>
  );
}
