import { totalSeconds } from '@fournil/contract/phases/settings';
import { Modal } from '../../kit/dialogs/Modal.tsx';
import { durationText } from '../../kit/format/duration.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useEditor } from '../editor.ts';
import { spanOf } from '../edits/nudge.ts';
import { useT } from '../messages.ts';
import { useEntryWords } from '../useEntryWords.ts';

/** PHA-06: names the entries that a shortening would delete, and asks for confirmation. */
export function ShortenDialog() {
  const t = useT();
  const { state, unit, dispatch } = useEditor();
  const words = useEntryWords(state.question?.settings ?? state.settings, unit);
  if (!state.question) return null;
  const { settings, cut } = state.question;
  const total = totalSeconds(settings);
  const goes = [
    ...cut.fan.map((index) =>
      t('phases.ask.fan', {
        speed: words.speed(settings.fan[index]?.speedPercent ?? 0),
        from: durationText(settings.fan[index]?.startSeconds ?? 0),
      }),
    ),
    ...cut.steam.map((index) =>
      t('phases.ask.steam', {
        volume: settings.steam[index]?.volumeCentilitres ?? 0,
        from: durationText(settings.steam[index]?.startSeconds ?? 0),
      }),
    ),
    ...cut.damper.map((index) => {
      const { from, to } = spanOf(settings, { group: 'damper', index }, total);
      return t('phases.ask.damper', { from: durationText(from), to: durationText(to) });
    }),
  ];
  return (
    <Modal
      title={t('phases.ask.title', { total: durationText(total) })}
      width="xs"
      onClose={() => dispatch({ do: 'cancel' })}
      cancel={t('phases.ask.keep')}
      actions={
        <button type="button" className="button button--danger-main" onClick={() => dispatch({ do: 'confirm' })}>
          {t('phases.ask.confirm', { smart_count: goes.length })}
        </button>
      }
    >
      <p>{t('phases.ask.body', { smart_count: goes.length })}</p>
      <ul className="outcomes">
        {goes.map((text) => (
          <li key={text}>
            <StateSign sign="refused" />
            <strong>{text}</strong>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
