import { Route, Routes } from 'react-router-dom';
import { PageFor } from '../kit/session/May.tsx';
import { RolloutList } from './rollouts/RolloutList.tsx';
import { RolloutShow } from './rollouts/RolloutShow.tsx';
import './updates.css';
import './rollouts/rollouts.css';

/** `/rollouts` and the pages below it. */
export function RolloutPages() {
  return (
    <PageFor act="software-updates.manage" otherwise="/">
      <Routes>
        <Route path="/" element={<RolloutList />} />
        <Route path="/:id" element={<RolloutShow />} />
      </Routes>
    </PageFor>
  );
}
