import type { ProgramRevisionView } from '@fournil/contract/programs/revision';
import { useDates } from '../../kit/format/dates.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';
import './revisions.css';

/** Whether this revision is sent to machines, was sent earlier, or never was. */
export function RevisionState({
  revision: { isApproved, approvedAt },
}: {
  revision: Pick<ProgramRevisionView, 'isApproved' | 'approvedAt'>;
}) {
  const t = useT();
  const dates = useDates();
  if (isApproved) {
    return (
      <span className="revisions__state program-state--approved">
        <StateSign sign="approved" size={14} />
        {t('resources.programs.revisions.onMachines')}
      </span>
    );
  }
  if (approvedAt) {
    return (
      <span className="revisions__state soft">
        {t('resources.programs.revisions.approvedBefore', { date: dates.date(approvedAt, 'day') })}
      </span>
    );
  }
  return (
    <span className="revisions__state program-state--unapproved">
      <StateSign sign="unapproved" size={14} />
      {t('resources.programs.revisions.neverApproved')}
    </span>
  );
}
