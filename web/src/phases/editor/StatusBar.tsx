import { useEditor } from '../editor.ts';
import { degreeStep } from '../edits/nudge.ts';
import { useT } from '../messages.ts';
import { useEntryWords } from '../useEntryWords.ts';

/** The selected entry and the last change of it, also for screen readers; and the keys. */
export function StatusBar() {
  const t = useT();
  const { state, settings, selection, total, formerTotal, unit } = useEditor();
  const words = useEntryWords(settings, unit);
  const { did } = state;
  const said = did === 'nothing' || did === 'select' || did === 'change' ? '' : `${t(`phases.said.${did}`)} `;
  const exists = selection.index < settings[selection.group].length;
  const sentence = exists
    ? words.sentence(selection)
    : t('phases.list.empty', { lane: t(`phases.lanes.${selection.group}`) });
  return (
    <div className="phases__status">
      <p>
        <strong>{t(`phases.lanes.${selection.group}`)}</strong>{' '}
        <span aria-live="polite">
          {said}
          {sentence}
          {total < formerTotal && `, ${t('phases.end.putBack')}`}
        </span>
      </p>
      <p className="phases__keys" aria-hidden="true">
        <kbd>←</kbd>
        <kbd>→</kbd> {t('phases.keys.step')} <kbd>↑</kbd>
        <kbd>↓</kbd> {t('phases.keys.lane')} <kbd>{t('phases.keys.shift')}</kbd>
        {'+'}
        <kbd>↑</kbd>
        <kbd>↓</kbd> {`${degreeStep[unit]} °${unit}`} <kbd>{t('phases.keys.shift')}</kbd>
        {'+'}
        <kbd>←</kbd>
        <kbd>→</kbd> {t('phases.keys.minute')} <kbd>{t('phases.keys.insert')}</kbd> {t('phases.keys.add')}{' '}
        <kbd>{t('phases.keys.delete')}</kbd> {t('phases.keys.remove')} <kbd>{`${t('phases.keys.control')} Z`}</kbd>{' '}
        {t('phases.keys.undo')}
      </p>
    </div>
  );
}
