import { idOf } from '@fournil/contract/kit/addresses';
import type { StructureDetail } from '@fournil/contract/structures/structure';
import { useWatch } from 'react-hook-form';
import { useRecord } from '../../data/index.ts';
import { TimezoneInput } from '../inputs/TimezoneInput.tsx';
import { useMay } from '../session/profile.ts';

interface InheritedZoneInputProps {
  label: string;
  /** The field of the structure from which the timezone is inherited. */
  from: string;
  /** The text for no own timezone; the structure's is null where it is not known. */
  as: (structure: { name: string; timezone: string } | null) => string;
  /** The text for no timezone where there is none to inherit. */
  none: string;
  noneHint: string;
}

/** HRS-01: a record's own timezone. Its empty choice says which one counts without it. */
export function InheritedZoneInput({ label, from, as, none, noneHint }: InheritedZoneInputProps) {
  const structureId: string | null = useWatch({ name: from }) || null;
  const isEnabled = useMay()('structures.show');
  const { data } = useRecord<StructureDetail>('structures', structureId ? idOf(structureId) : '', { isEnabled });
  const structure = structureId === null ? undefined : data;
  if (structureId !== null && !structure) return <TimezoneInput label={label} none={as(null)} />;
  if (!structure?.timezone) return <TimezoneInput label={label} none={none} hint={noneHint} />;
  return <TimezoneInput label={label} none={as({ name: structure.name, timezone: structure.timezone })} />;
}
