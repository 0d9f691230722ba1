import { limits, type PhaseGroupName } from '@fournil/contract/phases/limits';
import { waterCentilitres } from '@fournil/contract/phases/settings';
import { durationText } from '../../kit/format/duration.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { columnsOf } from '../columns.ts';
import { useEditor } from '../editor.ts';
import { preheatIndex } from '../edits/edits.ts';
import { hasRoom } from '../edits/freeMoment.ts';
import { useT } from '../messages.ts';
import { usePhaseViolationText, violationsOfGroup } from '../violations.ts';
import { PhaseRow } from './PhaseRow.tsx';
import './phaseTable.css';

/** The table of one group, in which exact values are typed; one row for each entry. */
export function PhaseTable({ group }: { group: PhaseGroupName }) {
  const t = useT();
  const { settings, violations, unit } = useEditor();
  const violationText = usePhaseViolationText(unit);
  const count = settings[group].length;
  const ofGroup = violationsOfGroup(violations, group);
  return (
    <section className="phases__table" data-group={group} aria-label={t(`phases.table.caption.${group}`)}>
      <div className="phases__table-head">
        <h2>{t(`phases.lanes.${group}`)}</h2>
        <GroupSummary group={group} />
        <AddButton group={group} />
      </div>
      <div className="phases__scroller">
        <table>
          <caption className="unseen">{t(`phases.table.caption.${group}`)}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">{t('phases.table.number')}</span>
              </th>
              {columnsOf[group].map(({ criterion, label }) => (
                <th key={criterion} scope="col" className="phases__number-head">
                  {t(`phases.table.${label}`)}
                </th>
              ))}
              {group === 'heat' && (
                <>
                  <th scope="col" className="phases__number-head">
                    {t('phases.table.span')}
                  </th>
                  <th scope="col">{t('phases.table.ring')}</th>
                </>
              )}
              <th scope="col">
                <span className="unseen">{t('phases.table.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {group === 'heat' && <PhaseRow at={{ group, index: preheatIndex }} />}
            {settings[group].map((_, index) => (
              <PhaseRow key={`${group}${String(index)}`} at={{ group, index }} />
            ))}
          </tbody>
        </table>
        {count === 0 && group !== 'heat' && <p className="phases__none">{t(`phases.table.empty.${group}`)}</p>}
        {ofGroup.map((violation) => (
          <p key={violation.key} className="phases__group-violation">
            <StateSign sign="refused" size={14} /> {violationText(violation)}
          </p>
        ))}
      </div>
    </section>
  );
}

function AddButton({ group }: { group: PhaseGroupName }) {
  const t = useT();
  const { settings, selection, dispatch } = useEditor();
  const count = settings[group].length;
  const isFull = count >= limits.phasesPerGroup;
  const isOff = !hasRoom(settings, group);
  const after = selection.group === group && count > 0 ? selection.index : count - 1;
  const label =
    group === 'heat' && after >= 0 ? t('phases.table.addAfter', { number: after + 1 }) : t('phases.table.add');
  return (
    <button
      type="button"
      className="button button--plain button--small"
      disabled={isOff}
      title={
        isFull ? t('phases.table.full', { max: limits.phasesPerGroup }) : isOff ? t('phases.table.noRoom') : undefined
      }
      aria-label={t('phases.table.addTo', { add: label, lane: t(`phases.lanes.${group}`) })}
      onClick={() => dispatch({ do: 'apply', edit: { do: 'insert', after: { group, index: after } } })}
    >
      <Icon name="plus" size={14} />
      {label}
    </button>
  );
}

function GroupSummary({ group }: { group: PhaseGroupName }) {
  const t = useT();
  const { settings, cut } = useEditor();
  const count = settings[group].length;
  const gone = group === 'heat' ? 0 : cut[group].length;
  if (gone > 0) {
    const words = [t('phases.table.stay', { smart_count: count - gone }), t('phases.table.go', { smart_count: gone })];
    return <small className="phases__going">{words.join(', ')}</small>;
  }
  const open = settings.damper.reduce((sum, phase) => sum + phase.durationSeconds, 0);
  const text = {
    heat: t('phases.table.steps', { smart_count: count }),
    fan: t('phases.table.ofMax', { count, max: limits.phasesPerGroup }),
    steam: t('phases.table.water', { volume: waterCentilitres(settings) }),
    damper: t('phases.table.open', { duration: durationText(open) }),
  }[group];
  return <small>{text}</small>;
}
