import { Route, Routes } from 'react-router-dom';
import { PageFor } from '../kit/session/May.tsx';
import { RolloutCreate } from './versions/RolloutCreate.tsx';
import { UpdateCreate } from './versions/UpdateCreate.tsx';
import { UpdateList } from './versions/UpdateList.tsx';
import { UpdateShow } from './versions/UpdateShow.tsx';
import './updates.css';

/** `/software-updates` and the pages below it. */
export function UpdatePages() {
  return (
    <PageFor act="software-updates.manage" otherwise="/">
      <Routes>
        <Route path="/" element={<UpdateList />} />
        <Route path="/create" element={<UpdateCreate />} />
        <Route path="/:id" element={<UpdateShow />} />
        <Route path="/:id/rollout" element={<RolloutCreate />} />
      </Routes>
    </PageFor>
  );
}
