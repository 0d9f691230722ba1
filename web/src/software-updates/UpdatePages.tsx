import type { ReactNode } from 'react';
import { PageFor } from '../kit/session/May.tsx';
import { RolloutCreate } from './versions/RolloutCreate.tsx';
import { UpdateCreate } from './versions/UpdateCreate.tsx';
import { UpdateList } from './versions/UpdateList.tsx';
import { UpdateShow } from './versions/UpdateShow.tsx';
import './updates.css';

/** `/software-updates` */
export function UpdateListPage() {
  return (
    <ForMaker>
      <UpdateList />
    </ForMaker>
  );
}

/** `/software-updates/create` */
export function UpdateCreatePage() {
  return (
    <ForMaker>
      <UpdateCreate />
    </ForMaker>
  );
}

/** `/software-updates/{id}` */
export function UpdatePage() {
  return (
    <ForMaker>
      <UpdateShow />
    </ForMaker>
  );
}

/** `/software-updates/{id}/rollout` */
export function UpdateRolloutPage() {
  return (
    <ForMaker>
      <RolloutCreate />
    </ForMaker>
  );
}

function ForMaker({ children }: { children: ReactNode }) {
  return (
    <PageFor act="software-updates.manage" otherwise="/">
      {children}
    </PageFor>
  );
}
