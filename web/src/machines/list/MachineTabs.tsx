import { useListContext } from 'ra-core';
import { Presets } from '../../kit/lists/Presets.tsx';
import { useT } from '../messages.ts';
import { useMachineCounts } from './useMachineCounts.ts';

const tabs = [
  { name: 'all', filter: {}, count: 'total' },
  { name: 'failing', filter: { failing: true }, count: 'failing' },
  { name: 'notApproved', filter: { approved: false }, count: 'notApproved' },
] as const;

/** Predefined filters, each with its number of machines. */
export function MachineTabs() {
  const t = useT();
  const { filterValues, setFilters } = useListContext();
  const counts = useMachineCounts({});
  return (
    <Presets
      label={t('machines.tabs.label')}
      presets={tabs.map(({ name, filter, count }) => ({
        name,
        label: t(`machines.tabs.${name}`),
        count: counts?.[count] ?? '',
        isPressed: isSame(filterValues, filter),
        onPress: () => setFilters(filter),
      }))}
    />
  );
}

function isSame(values: Record<string, unknown>, filter: Record<string, unknown>): boolean {
  const keys = new Set([...Object.keys(values), ...Object.keys(filter)]);
  return [...keys].every((key) => String(values[key]) === String(filter[key]));
}
