import { useMay } from '../../kit/session/profile.ts';
import { StructureInput } from '../../kit/structures/StructureInput.tsx';
import { useT } from '../messages.ts';

/** STR-02. `notUnder`: this structure and those below it cannot be chosen. */
export function ParentInput({ notUnder }: { notUnder?: string }) {
  const t = useT();
  const seesAll = useMay()('structures.seeAll');
  return (
    <StructureInput
      source="parent"
      label={t('structures.form.parent')}
      {...(seesAll ? { hint: t('structures.form.parentHint'), placeholder: t('structures.top') } : {})}
      isRequired={!seesAll && !notUnder}
      notUnder={notUnder}
    />
  );
}
