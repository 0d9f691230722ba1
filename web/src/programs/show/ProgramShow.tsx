import { say } from '@fournil/contract/kit/words';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import { settingsOf } from '@fournil/contract/phases/phaseGroups';
import type { ProgramDetail } from '@fournil/contract/programs/program';
import { Navigate, Route, Routes } from 'react-router-dom';
import { useTemperature } from '../../kit/format/temperature.ts';
import { When } from '../../kit/format/When.tsx';
import { HistoryPart } from '../../kit/history/RecordHistory.tsx';
import { Picture } from '../../kit/images/Picture.tsx';
import { RecordPage } from '../../kit/pages/RecordPage.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { May } from '../../kit/session/May.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { CategoryDrawing } from '../../kit/signs/CategoryDrawing.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { ProgramDrawing, WallSheet } from '../../phases/index.ts';
import { OpenRollout } from '../../rollouts/index.ts';
import { useT } from '../messages.ts';
import { ProgramState } from '../ProgramName.tsx';
import { ProgramPath } from '../ProgramPath.tsx';
import { Restricted } from '../Restricted.tsx';
import { RevisionList } from '../revisions/RevisionList.tsx';
import { RevisionShow } from '../revisions/RevisionShow.tsx';
import { SettingsFacts } from '../SettingsFacts.tsx';
import { Tags } from '../Tags.tsx';
import { useWallNotes } from '../useWallNotes.ts';
import { HoldingMachines } from './HoldingMachines.tsx';
import { ProgramActions } from './ProgramActions.tsx';
import './programShow.css';

export function ProgramShow() {
  return (
    <RecordPage<ProgramDetail>
      of="program"
      act="programs.show"
      isAfresh={false}
      gone={(error) => <Restricted error={error} />}
      skeleton={<ShowSkeleton />}
    >
      {(program) => (
        <Routes>
          <Route path="/" element={<Program program={program} />} />
          <Route path="/revisions/:revision" element={<RevisionShow program={program} />} />
          <Route path="*" element={<Navigate to={`/programs/${program.id}/show`} replace />} />
        </Routes>
      )}
    </RecordPage>
  );
}

function Program({ program }: { program: ProgramDetail }) {
  const t = useT();
  const language = useLanguage();
  const { unit } = useTemperature();
  const settings = settingsOf(program.phaseGroups);
  const notes = useWallNotes({ ...program, createdAt: program.updatedAt, isApproved: program.approved });
  useTitle(program.name);
  const category = say(machineCategories[program.category].name, language);
  return (
    <div className="page program">
      <header className="program__head">
        <Picture imageUrl={program.imageUrl} size={64}>
          <CategoryDrawing category={program.category} />
        </Picture>
        <div className="program__title">
          <ProgramPath />
          <h1 className={program.approved ? 'name--approved' : 'name--unapproved'}>{program.name}</h1>
          <p className="program__line">
            <span className="state">
              <StateSign sign={program.approved ? 'approved' : 'unapproved'} /> <ProgramState program={program} />
            </span>
            <span className="soft">{category}</span>
            <span className="soft">
              {t('resources.programs.show.author')} {program.createdBy?.fullName ?? t('resources.programs.show.nobody')}
            </span>
            <span className="soft">
              {`${t('resources.programs.show.revision')} ${program.revision}, `}
              <When at={program.updatedAt} />
            </span>
          </p>
        </div>
        <ProgramActions program={program} />
      </header>
      <Standing program={program} />
      <div className="program__about">
        <p>{program.description ?? <span className="soft">{t('resources.programs.show.noDescription')}</span>}</p>
        <Tags tags={program.tags} />
      </div>
      <section aria-label={t('resources.programs.show.drawing')}>
        <SettingsFacts settings={settings} />
        <ProgramDrawing phaseGroups={program.phaseGroups} />
      </section>
      <div className="program__columns">
        <May act="programMachines.list">
          <HoldingMachines program={program} />
        </May>
        <div className="program__column">
          <RevisionList programId={program.id} />
          <HistoryPart of="program" id={program.id} />
        </div>
      </div>
      <WallSheet
        name={program.name}
        imageUrl={program.imageUrl}
        description={program.description}
        notes={notes}
        settings={settings}
        unit={unit}
      />
    </div>
  );
}

/** The rollout that is underway, or what is missing before machines receive this revision. */
function Standing({ program }: { program: ProgramDetail }) {
  const may = useMay();
  const waiting = <Waiting program={program} />;
  if (!may('rollouts.list')) return waiting;
  return <OpenRollout of={{ program: program.id }} otherwise={waiting} waiting={waiting} />;
}

/** What is missing before machines receive this revision. */
function Waiting({ program: { approved, revision, approvedRevision } }: { program: ProgramDetail }) {
  const t = useT();
  if (approved) return null;
  return (
    <p className="program__waiting">
      <StateSign sign="unapproved" size={16} />
      {approvedRevision === null
        ? t('resources.programs.show.waits')
        : t('resources.programs.show.editWaits', { revision, approved: approvedRevision })}
    </p>
  );
}

function ShowSkeleton() {
  return (
    <div className="page program" aria-busy="true">
      <span className="skeleton" style={{ width: 280, height: 24 }} />
      <span className="skeleton" style={{ width: 420 }} />
      <span className="skeleton" style={{ width: '100%', height: 320 }} />
    </div>
  );
}
