import { growingListLimits } from '@fournil/contract/kit/growingList';
import type { MenuDetail, MenuRevisionView } from '@fournil/contract/menus/menu';
import { useState } from 'react';
import { useReadPages } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { When } from '../../kit/format/When.tsx';
import { SeeMore } from '../../kit/lists/SeeMore.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { RolloutLink } from '../../rollouts/index.ts';
import { useT } from '../messages.ts';
import { useAdditionsText } from '../parts/additionsText.ts';
import { useProgramName } from '../parts/ProgramLine.tsx';
import { useSeasonText } from '../parts/seasonText.ts';
import { TakeRevision } from './TakeRevision.tsx';
import '../parts/menuParts.css';

/** The revisions of a menu: number, date, author, approval, content, and an older one again. */
export function MenuRevisions({ menu }: { menu: MenuDetail }) {
  const pages = useReadPages<MenuRevisionView>(
    { about: 'menus', path: `/menus/${menu.id}/revisions` },
    growingListLimits.entries,
  );
  const { data, error, refetch } = pages;
  const revisions = data?.pages.flatMap((page) => page.data);
  return (
    <>
      {error && <Failed onRetry={() => void refetch()} />}
      <ol className="menu-revisions" aria-busy={!revisions && !error}>
        {revisions?.map((one) => (
          <Revision key={one.revision} menu={menu} revision={one} />
        ))}
      </ol>
      <SeeMore pages={pages} />
    </>
  );
}

function Revision({ menu, revision: one }: { menu: MenuDetail; revision: MenuRevisionView }) {
  const t = useT();
  const may = useMay();
  const seasonText = useSeasonText();
  const additionsText = useAdditionsText();
  const nameOf = useProgramName();
  const [taken, setTaken] = useState<MenuDetail | null>(null);
  const { revision } = one;
  return (
    <li>
      <p>
        <strong>{t('menus.revisions.number', { revision })}</strong>{' '}
        {one.isPresent && <span className="menu-revisions__present">{t('menus.revisions.present')}</span>}
      </p>
      <p className="soft">
        <When at={one.createdAt} /> {one.createdBy && t('menus.revisions.by', { name: one.createdBy.fullName })}
      </p>
      <RevisionState revision={one} />
      <p className="soft">
        {one.season ? seasonText(one.season) : `${seasonText(null)} · ${additionsText(one.additions)}`}
      </p>
      <details>
        <summary aria-label={t('menus.revisions.seePrograms', { revision })}>
          {t('menus.revisions.programs', { smart_count: one.programs.length })}
        </summary>
        <ol className="menu-revisions__programs">
          {one.programs.map((program) => (
            <li key={program.id}>
              {nameOf(program)}
              {program.deleted && program.name !== null && (
                <span className="soft"> ({t('menus.program.deleted')})</span>
              )}
            </li>
          ))}
        </ol>
      </details>
      {!one.isPresent && may('menus.edit') && (
        <button
          type="button"
          className="link"
          aria-label={t('menus.revisions.takeOf', { revision })}
          onClick={() => setTaken(menu)}
        >
          {t('menus.revisions.take')}
        </button>
      )}
      {!one.isApproved && !menu.reachesFurther && (
        <RolloutLink kind="menu" id={menu.id} revision={revision} className="link" />
      )}
      {taken && <TakeRevision menu={taken} revision={one} onClose={() => setTaken(null)} />}
    </li>
  );
}

function RevisionState({ revision: { isApproved, approvedAt } }: { revision: MenuRevisionView }) {
  const t = useT();
  const dates = useDates();
  if (isApproved)
    return (
      <p className="state menu-state--approved">
        <StateSign sign="approved" /> {t('menus.revisions.followed')}
      </p>
    );
  if (approvedAt)
    return <p className="soft">{t('menus.revisions.approvedBefore', { date: dates.date(approvedAt, 'day') })}</p>;
  return (
    <p className="state menu-state--unapproved">
      <StateSign sign="unapproved" /> {t('menus.revisions.neverApproved')}
    </p>
  );
}
