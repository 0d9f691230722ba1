import type { MachineView } from '@fournil/contract/machines/machine';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Switch } from '../../kit/inputs/Switch.tsx';
import { MoreMenu } from '../../kit/MoreMenu.tsx';
import { May } from '../../kit/session/May.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { MachinePicture } from '../../kit/signs/MachinePicture.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useStructure } from '../../kit/structures/structureChoices.ts';
import { useT } from '../messages.ts';
import { StateWord } from '../StateWord.tsx';
import { useMachineSwitch } from '../useMachineSwitch.ts';
import { DeleteMachine } from './DeleteMachine.tsx';
import { ReleaseMachine } from './ReleaseMachine.tsx';

export function MachineHeader({ machine }: { machine: MachineView }) {
  const t = useT();
  return (
    <header className="machine__head">
      <MachinePicture machine={machine} />
      <div className="machine__title">
        <Path machine={machine} />
        <h1 className="clamp clamp--3" title={machine.name}>
          {machine.name}
        </h1>
        <div className="machine__signs">
          <span className={`state strong ${machine.approved ? 'approved-word' : 'name--unapproved'}`}>
            <StateSign sign={machine.approved ? 'approved' : 'unapproved'} />
            {t(machine.approved ? 'machines.seal.approved' : 'machines.seal.unapproved')}
          </span>
          <strong>
            <StateWord machine={machine} />
          </strong>
          <span>{t('machines.show.serial', { serial: machine.serialNumber })}</span>
          {machine.softwareVersion && <span>{t('machines.show.software', { version: machine.softwareVersion })}</span>}
        </div>
      </div>
      <div className="machine__tools">
        <Switches machine={machine} />
        <May act="machines.readSettings">
          <Link className="button" to={`/machines/${machine.id}/settings`}>
            <Icon name="gear" />
            {t('machines.settings.open')}
          </Link>
        </May>
        <May act="machines.edit">
          <Link className="button" to={`/machines/${machine.id}`}>
            <Icon name="edit" />
            {t('machines.show.edit')}
          </Link>
        </May>
        <More machine={machine} />
      </div>
    </header>
  );
}

/** The machine's place: the list, then its structures from the top down. */
function Path({ machine }: { machine: MachineView }) {
  const t = useT();
  const may = useMay();
  const structure = useStructure(machine.structure, may('structures.list'));
  return (
    <p className="machine__path clamp">
      <Link to="/machines">{t('machines.title')}</Link>
      {(structure?.path ?? (machine.structureName ? [machine.structureName] : [])).map((name, index) => (
        <span key={`${name}${String(index)}`}> / {name}</span>
      ))}
    </p>
  );
}

function Switches({ machine }: { machine: MachineView }) {
  const t = useT();
  const may = useMay();
  const { mutate } = useMachineSwitch(machine);
  return (
    <>
      <Switch
        label={t('machines.show.approved')}
        isOn={machine.approved}
        isDisabled={!may('machines.approve')}
        onChange={(approved) => mutate({ approved })}
      />
      <Switch
        label={t('machines.show.active')}
        isOn={machine.active}
        isDisabled={!may('machines.activate')}
        onChange={(active) => mutate({ active })}
      />
    </>
  );
}

function More({ machine }: { machine: MachineView }) {
  const t = useT();
  const may = useMay();
  const [asking, ask] = useState<'release' | 'delete' | null>(null);
  const mayRelease = machine.pairing.state === 'paired' && may('machines.approve');
  return (
    <>
      <MoreMenu
        entries={[
          mayRelease && { icon: 'link', label: t('machines.release.action'), act: () => ask('release') },
          may('machines.delete') && { icon: 'trash', label: t('machines.show.delete'), act: () => ask('delete') },
        ]}
      />
      {asking === 'release' && <ReleaseMachine machine={machine} onClose={() => ask(null)} />}
      {asking === 'delete' && <DeleteMachine machine={machine} onClose={() => ask(null)} />}
    </>
  );
}
