import { type ReactNode, useState } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { PageFor } from '../../kit/session/May.tsx';
import { useT } from '../messages.ts';
import { ChooseCategory } from './ChooseCategory.tsx';
import { useDraft } from './draft.ts';
import { Identify } from './Identify.tsx';
import { Save } from './Save.tsx';
import { Settings } from './Settings.tsx';
import { missingStep, stepPath, type Violations } from './steps.ts';
import './wizard.css';

/** WIZ-01: the four steps, each with an address, share one draft. */
export function Wizard() {
  return (
    <PageFor act="programs.create">
      <Steps />
    </PageFor>
  );
}

function Steps() {
  const t = useT();
  const [refused, setRefused] = useState<Violations>([]);
  const [savedId, setSavedId] = useState<string | null>(null);
  useTitle(t('resources.programs.wizard.title'));
  if (savedId) return <Navigate to={`/programs/${savedId}/show`} replace />;
  return (
    <Routes>
      <Route path="/" element={<ChooseCategory />} />
      <Route path="/1" element={<Ready step={1} element={<Identify refused={refused} />} />} />
      <Route path="/2" element={<Ready step={2} element={<Settings refused={refused} />} />} />
      <Route path="/3" element={<Ready step={3} element={<Save onRefused={setRefused} onSaved={setSavedId} />} />} />
      <Route path="*" element={<Navigate to="/programs/create" replace />} />
    </Routes>
  );
}

/** Shows a step, or redirects to the first incomplete one that it requires. */
function Ready({ step, element }: { step: 1 | 2 | 3; element: ReactNode }) {
  const { draft } = useDraft();
  const missing = missingStep(step, draft);
  return missing === null ? element : <Navigate to={stepPath(missing)} replace state={{ missing: true }} />;
}
