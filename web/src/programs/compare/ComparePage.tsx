import { type ComparedSide, sideOf } from '@fournil/contract/programs/revision';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { problemOf } from '../../data/index.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { PageFor } from '../../kit/session/May.tsx';
import { useT } from '../messages.ts';
import { Restricted } from '../Restricted.tsx';
import { compareAddress } from '../revisions/addresses.ts';
import { Comparison } from './Comparison.tsx';
import { useSide } from './useSide.ts';
import './compare.css';
import { EmptyState } from '../../kit/pages/EmptyState.tsx';

/** Two programs, or two revisions of one, on one time axis: `/programs/compare?left=ID[@revision]&right=…` */
export function ComparePage() {
  return (
    <PageFor act="programs.show">
      <Asked />
    </PageFor>
  );
}

function Asked() {
  const t = useT();
  const [query] = useSearchParams();
  const [left, right] = [sideOf(query.get('left')), sideOf(query.get('right'))];
  useTitle(t('resources.programs.compare.title'));
  if (left && right) return <Sides left={left} right={right} />;
  return (
    <div className="page">
      <EmptyState
        heading="h1"
        title={t('resources.programs.compare.nothing')}
        body={t('resources.programs.compare.nothingBody')}
      >
        <Link className="button" to="/programs">
          {t('resources.programs.restricted.back')}
        </Link>
      </EmptyState>
    </div>
  );
}

function Sides({ left, right }: { left: ComparedSide; right: ComparedSide }) {
  const navigate = useNavigate();
  const [one, other] = [useSide(left), useSide(right)];
  const error = one.error ?? other.error;
  if (problemOf(error)?.status === 404) return <Restricted error={error} />;
  const retry = () => {
    one.retry();
    other.retry();
  };
  if (error) return <Failed onRetry={retry} />;
  if (!one.compared || !other.compared) return <div className="page" aria-busy="true" />;
  const open = (nextLeft: ComparedSide, nextRight: ComparedSide) =>
    navigate(compareAddress(nextLeft, nextRight), { replace: true });
  return (
    <Comparison
      left={one.compared}
      right={other.compared}
      onLeft={(revision) => open({ ...left, revision }, right)}
      onRight={(revision) => open(left, { ...right, revision })}
      onSwap={() => open(right, left)}
    />
  );
}
