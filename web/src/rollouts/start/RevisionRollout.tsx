import type { MenuDetail } from '@fournil/contract/menus/menu';
import type { ProgramView } from '@fournil/contract/programs/program';
import { Link, useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../kit/pages/EmptyState.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useModels } from '../../models/index.ts';
import { useRolloutT } from '../messages.ts';
import { OpenRollout } from '../parts/OpenRollout.tsx';
import { useSubjectText } from '../parts/subject.ts';
import { NewRollout } from './NewRollout.tsx';

interface RevisionRolloutProps {
  kind: 'program' | 'menu';
  record: Pick<ProgramView | MenuDetail, 'id' | 'name' | 'category' | 'revision' | 'approvedRevision'>;
}

/** A new rollout of a revision of a program or menu: the newest one, or the one of the address. */
export function RevisionRollout({ kind, record }: RevisionRolloutProps) {
  const t = useRolloutT();
  const subjectText = useSubjectText();
  const models = useModels();
  const [search] = useSearchParams();
  const { id, name, category, approvedRevision } = record;
  const revision = Number(search.get('revision') ?? record.revision);
  const subject = subjectText({ name, revision, setting: null });
  useTitle(t('rollouts.create.title', { subject }));
  const backTo = `/${kind}s/${id}/show`;
  const isKnown = Number.isInteger(revision) && revision >= 1 && revision <= record.revision;
  if (!isKnown || revision === approvedRevision)
    return (
      <div className="page">
        <EmptyState
          sign={<Icon name={`${kind}s`} size={40} />}
          heading="h1"
          title={t('rollouts.create.cannot')}
          body={isKnown ? t('rollouts.create.approvedAlready', { revision }) : t('rollouts.create.noRevision')}
        >
          <Link className="button" to={backTo}>
            {t('rollouts.create.toRecord', { name })}
          </Link>
        </EmptyState>
      </div>
    );
  return (
    <NewRollout
      kind={kind}
      subject={{ kind, id, revision }}
      name={subject}
      offeredModels={models.filter((model) => model.category === category).map(({ code }) => code)}
      backTo={backTo}
      above={<OpenRollout of={{ [kind]: id }} />}
    />
  );
}
