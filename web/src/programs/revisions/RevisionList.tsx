import { growingListLimits } from '@fournil/contract/kit/growingList';
import type { ProgramRevisionView } from '@fournil/contract/programs/revision';
import { Link } from 'react-router-dom';
import { useReadPages } from '../../data/index.ts';
import { When } from '../../kit/format/When.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { ProgramThumbnail } from '../../kit/signs/ProgramThumbnail.tsx';
import { RolloutLink } from '../../rollouts/index.ts';
import { useT } from '../messages.ts';
import { compareAddress, revisionAddress } from './addresses.ts';
import { RevisionState } from './RevisionState.tsx';
import { revisionsOf } from './revisionQueries.ts';
import './revisions.css';
import { SeeMore } from '../../kit/lists/SeeMore.tsx';

/** The revisions of a program with number, date, author, approval and actions. */
export function RevisionList({ programId }: { programId: string }) {
  const t = useT();
  const pages = useReadPages<ProgramRevisionView>(revisionsOf(programId), growingListLimits.entries);
  const { data, error, refetch } = pages;
  const revisions = data?.pages.flatMap((page) => page.data);
  return (
    <section>
      <h2>
        {t('resources.programs.revisions.title')} {data && <small className="soft">{data.pages[0]?.total}</small>}
      </h2>
      {error && <Failed onRetry={() => void refetch()} />}
      <ol className="revisions" aria-busy={!revisions && !error}>
        {revisions?.map((revision) => (
          <Row key={revision.revision} programId={programId} revision={revision} />
        ))}
      </ol>
      <SeeMore pages={pages} />
    </section>
  );
}

function Row({ programId, revision: one }: { programId: string; revision: ProgramRevisionView }) {
  const t = useT();
  const { revision } = one;
  return (
    <li>
      <ProgramThumbnail phaseGroups={one.phaseGroups} />
      <div className="revisions__text">
        <span>
          <strong>{t('resources.programs.revisions.number', { revision })}</strong>
          {one.isPresent && <span className="revisions__present">{t('resources.programs.revisions.present')}</span>}
        </span>
        <small className="soft">
          <When at={one.createdAt} />{' '}
          {one.createdBy && t('resources.programs.revisions.by', { name: one.createdBy.fullName })}
        </small>
        <RevisionState revision={one} />
      </div>
      {!one.isPresent && (
        <div className="revisions__links">
          <Link
            className="link"
            to={revisionAddress(programId, revision)}
            aria-label={t('resources.programs.revisions.lookAt', { revision })}
          >
            {t('resources.programs.revisions.look')}
          </Link>
          <Link
            className="link"
            to={compareAddress({ id: programId, revision }, { id: programId, revision: null })}
            aria-label={t('resources.programs.revisions.compareOf', { revision })}
          >
            {t('resources.programs.revisions.compare')}
          </Link>
          {!one.isApproved && <RolloutLink kind="program" id={programId} revision={revision} className="link" />}
        </div>
      )}
    </li>
  );
}
