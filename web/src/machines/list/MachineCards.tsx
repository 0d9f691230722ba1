import { type MachineView, machineStateOf } from '@fournil/contract/machines/machine';
import { useListContext } from 'ra-core';
import { Link } from 'react-router-dom';
import { SelectOne } from '../../kit/bulk/SelectOne.tsx';
import { useDates } from '../../kit/format/dates.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { useKitT } from '../../kit/messages.ts';
import { HeatStrip } from '../../kit/signs/HeatStrip.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { MachinePicture } from '../../kit/signs/MachinePicture.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { ApproveButton } from '../ApproveButton.tsx';
import { ConnectButton } from '../forms/ConnectButton.tsx';
import { useT } from '../messages.ts';
import { nothingNow, useNowText } from '../NowCell.tsx';
import { progressOf } from '../progress.ts';
import { StateWord } from '../StateWord.tsx';
import { LastFault } from './MachineRow.tsx';
import { ProgramsCell } from './ProgramsCell.tsx';
import './machineCards.css';

/** MAC-01, GEN-06: the list on narrow screens, one card per machine, with the action that it needs. */
export function MachineCards() {
  const { data } = useListContext<MachineView>();
  return (
    <ul className="machine-cards" aria-busy={!data}>
      {data
        ? data.map((machine) => <MachineCard key={machine.id} machine={machine} />)
        : ['60%', '75%', '50%', '68%', '80%', '55%'].map((width) => (
            <li key={width}>
              <span className="skeleton" style={{ width }} />
            </li>
          ))}
    </ul>
  );
}

function MachineCard({ machine }: { machine: MachineView }) {
  const t = useT();
  const kitT = useKitT();
  const now = useNow(5000);
  const dates = useDates(machine);
  const progress = progressOf(machine, now);
  const text = useNowText(machine, now);
  const state = machineStateOf(machine);
  return (
    <li>
      <SelectOne id={machine.id} label={kitT('kit.select', { name: machine.name })} />
      <Link to={`/machines/${machine.id}/show`}>
        <StateSign sign={state} size={16} />
        <MachinePicture machine={machine} size={32} />
        <span className="machine-cards__text">
          <span className={`machine-cards__name ${machine.approved ? '' : 'name--unapproved'}`}>
            <StateSign sign={machine.approved ? 'approved' : 'unapproved'} />
            <span className="clamp">{machine.name}</span>
          </span>
          <span className="machine-cards__line">
            {state === 'failing' ? (
              <span className="machine-cards__fault">
                <StateWord machine={machine} /> <LastFault machine={machine} />
              </span>
            ) : (
              <span className="soft">{text === nothingNow ? t(`machines.states.${state}`) : text}</span>
            )}
            {state !== 'failing' && progress && (
              <span className="machine-cards__progress">
                <HeatStrip heat={machine.now.program?.heat ?? []} share={progress.share} />
                <span className="machine-cards__left">{dates.span(Math.max(60, progress.remainingSeconds))}</span>
              </span>
            )}
          </span>
          <span className="machine-cards__programs">
            <ProgramsCell machine={machine} />
          </span>
        </span>
        <Icon name="right" size={16} />
      </Link>
      <span className="machine-cards__action">
        {state === 'notPaired' && <ConnectButton machine={machine} />}
        {state === 'notApproved' && <ApproveButton machine={machine} />}
      </span>
    </li>
  );
}
