import { rem } from '../../kit/rem.ts';
import { useEditor } from '../editor.ts';
import { useT } from '../messages.ts';
import { useEntryWords } from '../useEntryWords.ts';

/** Whether the oven rings at the end of a step. */
export function RingToggle({ index }: { index: number }) {
  const t = useT();
  const { settings, unit, dispatch } = useEditor();
  const words = useEntryWords(settings, unit);
  const isOn = settings.heat[index]?.notification ?? false;
  return (
    <button
      type="button"
      className="phases__bell"
      aria-pressed={isOn}
      aria-label={t('phases.table.cell', {
        entry: words.name({ group: 'heat', index }),
        column: t('phases.sheet.ring'),
      })}
      onClick={() => dispatch({ do: 'apply', edit: { do: 'ring', index, notification: !isOn } })}
    >
      <svg
        width={rem(16)}
        height={rem(16)}
        viewBox="0 0 14 15"
        aria-hidden="true"
        fill={isOn ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinejoin="round"
      >
        <path d="M7 1.2a4 4 0 0 1 4 4c0 3.4 1.4 4.4 1.4 4.4H1.6S3 8.6 3 5.2a4 4 0 0 1 4-4ZM5.6 11.8a1.5 1.5 0 0 0 2.8 0" />
      </svg>
    </button>
  );
}
