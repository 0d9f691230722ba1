import { settingsOf } from '@fournil/contract/phases/phaseGroups';
import type { ProgramDetail } from '@fournil/contract/programs/program';
import type { ProgramRevisionView } from '@fournil/contract/programs/revision';
import { Link, useParams } from 'react-router-dom';
import { isGone, useRead } from '../../data/index.ts';
import { useTemperature } from '../../kit/format/temperature.ts';
import { When } from '../../kit/format/When.tsx';
import { listLink } from '../../kit/lists/listLink.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { May } from '../../kit/session/May.tsx';
import { ProgramDrawing, WallSheet } from '../../phases/index.ts';
import { RolloutLink } from '../../rollouts/index.ts';
import { useT } from '../messages.ts';
import { SettingsFacts } from '../SettingsFacts.tsx';
import { useWallNotes } from '../useWallNotes.ts';
import { compareAddress } from './addresses.ts';
import { RestoreRevision } from './RestoreRevision.tsx';
import { RevisionState } from './RevisionState.tsx';
import { revisionReading } from './revisionQueries.ts';

/** One revision, which can be compared or restored. */
export function RevisionShow({ program }: { program: ProgramDetail }) {
  const t = useT();
  const number = Number(useParams()['revision']);
  const { data: revision, error, refetch } = useRead(revisionReading(program.id, number));
  useTitle(t('resources.programs.revisions.of', { revision: number, name: program.name }));
  if (error && !isGone(error) && !revision) return <Failed onRetry={() => void refetch()} />;
  return (
    <div className="page program" aria-busy={!revision && !error}>
      <p>
        <Link className="link" to={`/programs/${program.id}/show`}>
          {t('resources.programs.revisions.back')}
        </Link>
      </p>
      {error && <h1>{t('resources.programs.revisions.gone')}</h1>}
      {revision && <Revision program={program} revision={revision} />}
    </div>
  );
}

function Revision({ program, revision: one }: { program: ProgramDetail; revision: ProgramRevisionView }) {
  const t = useT();
  const { unit } = useTemperature();
  const settings = settingsOf(one.phaseGroups);
  const notes = useWallNotes({ ...one, isApproved: one.isApproved || one.approvedAt !== null });
  return (
    <>
      <header className="program__head">
        <div className="program__title">
          <h1>{t('resources.programs.revisions.of', { revision: one.revision, name: one.name })}</h1>
          <p className="program__line">
            <RevisionState revision={one} />
            <span className="soft">
              <When at={one.createdAt} />{' '}
              {one.createdBy && t('resources.programs.revisions.by', { name: one.createdBy.fullName })}
            </span>
          </p>
        </div>
        <div className="program__actions">
          {!one.isPresent && (
            <>
              <May act="programs.edit">
                <RestoreRevision program={program} revision={one} />
              </May>
              <Link
                className="button"
                to={compareAddress({ id: program.id, revision: one.revision }, { id: program.id, revision: null })}
              >
                {t('resources.programs.revisions.compare')}
              </Link>
            </>
          )}
          {!one.isApproved && <RolloutLink kind="program" id={program.id} revision={one.revision} className="button" />}
          <May act="bakes.list">
            <Link className="button" to={listLink(`programs/${program.id}/bakes`, { revision: one.revision })}>
              {t('resources.programs.bakes.ofRevision')}
            </Link>
          </May>
          <button type="button" className="button" onClick={() => window.print()}>
            {t('resources.programs.show.print')}
          </button>
        </div>
      </header>
      <section aria-label={t('resources.programs.show.drawing')}>
        <SettingsFacts settings={settings} />
        <ProgramDrawing phaseGroups={one.phaseGroups} />
      </section>
      <WallSheet name={one.name} notes={notes} settings={settings} unit={unit} />
    </>
  );
}
