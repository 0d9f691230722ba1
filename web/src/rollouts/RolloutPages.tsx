import type { ReactNode } from 'react';
import { PageFor } from '../kit/session/May.tsx';
import { RolloutList } from './list/RolloutList.tsx';
import { RolloutShow } from './show/RolloutShow.tsx';
import './rollouts.css';

/** `/rollouts` */
export function RolloutListPage() {
  return (
    <ForReaders>
      <RolloutList />
    </ForReaders>
  );
}

/** `/rollouts/{id}` */
export function RolloutPage() {
  return (
    <ForReaders>
      <RolloutShow />
    </ForReaders>
  );
}

function ForReaders({ children }: { children: ReactNode }) {
  return (
    <PageFor act="rollouts.list" otherwise="/">
      {children}
    </PageFor>
  );
}
