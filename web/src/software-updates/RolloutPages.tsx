import { Route, Routes } from 'react-router-dom';
import { MakerOnly } from './MakerOnly.tsx';
import { RolloutList } from './rollouts/RolloutList.tsx';
import { RolloutShow } from './rollouts/RolloutShow.tsx';
import './updates.css';
import './rollouts/rollouts.css';

/** `/rollouts` and what lies below it. */
export function RolloutPages() {
  return (
    <MakerOnly>
      <Routes>
        <Route path="/" element={<RolloutList />} />
        <Route path="/:id" element={<RolloutShow />} />
      </Routes>
    </MakerOnly>
  );
}
