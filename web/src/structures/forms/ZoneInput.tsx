import { InheritedZoneInput } from '../../kit/structures/InheritedZoneInput.tsx';
import { useT } from '../messages.ts';

/** HRS-01. `fromHidden`: the timezone that a structure has from one above that the reader does not see. */
export function ZoneInput({ fromHidden = null }: { fromHidden?: string | null }) {
  const t = useT();
  return (
    <InheritedZoneInput
      label={t('structures.form.timezone')}
      from="parent"
      as={(parent) => (parent ? t('structures.form.asParent', parent) : t('structures.form.asAbove'))}
      none={
        fromHidden === null
          ? t('structures.form.noTimezone')
          : t('structures.form.asAboveZone', { timezone: fromHidden })
      }
      noneHint={t('structures.form.noTimezoneHint')}
    />
  );
}
