import { Route, Routes } from 'react-router-dom';
import { PageFor } from '../kit/session/May.tsx';
import { RolloutList } from './list/RolloutList.tsx';
import { RolloutShow } from './show/RolloutShow.tsx';
import './rollouts.css';

/** `/rollouts` and the pages below it. */
export function RolloutPages() {
  return (
    <PageFor act="rollouts.list" otherwise="/">
      <Routes>
        <Route path="/" element={<RolloutList />} />
        <Route path="/:id" element={<RolloutShow />} />
      </Routes>
    </PageFor>
  );
}
