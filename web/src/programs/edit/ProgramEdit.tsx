import type { ProgramDetail } from '@fournil/contract/programs/program';
import { useRef, useState } from 'react';
import { Navigate, NavLink, Route, Routes } from 'react-router-dom';
import { RecordPage } from '../../kit/pages/RecordPage.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';
import { ProgramPath } from '../ProgramPath.tsx';
import { Restricted } from '../Restricted.tsx';
import { IdentificationTab } from './IdentificationTab.tsx';
import { SettingsTab } from './SettingsTab.tsx';
import '../../kit/inputs/formFoot.css';
import './programEdit.css';

/** PRG-01: two tabs, `/programs/{id}` and `/programs/{id}/1`. */
export function ProgramEdit() {
  const t = useT();
  return (
    <RecordPage<ProgramDetail>
      of="program"
      act="programs.edit"
      titleOf={({ name }) => t('resources.programs.edit.title', { name })}
      gone={(error) => <Restricted error={error} />}
      isForm
    >
      {(latest) => <Tabs latest={latest} />}
    </RecordPage>
  );
}

/** Edits the program as it was read: later changes by others are shown as a conflict. */
function Tabs({ latest }: { latest: ProgramDetail }) {
  const t = useT();
  const mayApprove = useMay()('programs.approve');
  const [program, setProgram] = useState(latest);
  const generation = useRef(0);
  const load = (next: ProgramDetail) => {
    generation.current++;
    setProgram(next);
  };
  const key = `${program.id}.${generation.current}`;
  return (
    <div className="page program-edit">
      <ProgramPath program={program} />
      <div className="page__head">
        <h1>{t('resources.programs.edit.title', { name: program.name })}</h1>
      </div>
      <nav className="program-tabs" aria-label={t('resources.programs.edit.tabs.label')}>
        <NavLink to={`/programs/${program.id}`} end>
          {t('resources.programs.edit.tabs.identification')}
        </NavLink>
        <NavLink to={`/programs/${program.id}/1`}>{t('resources.programs.edit.tabs.settings')}</NavLink>
      </nav>
      {!mayApprove && (
        <p className="program-edit__waits">
          <StateSign sign="unapproved" size={16} />
          {t('resources.programs.edit.waits')}
        </p>
      )}
      <Routes>
        <Route path="/" element={<IdentificationTab key={key} program={program} onLoad={load} />} />
        <Route path="/1" element={<SettingsTab key={key} program={program} onLoad={load} />} />
        <Route path="*" element={<Navigate to={`/programs/${program.id}`} replace />} />
      </Routes>
    </div>
  );
}
