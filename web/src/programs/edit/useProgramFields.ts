import { settingsOf } from '@fournil/contract/phases/phaseGroups';
import type { ProgramView } from '@fournil/contract/programs/program';
import { useRead } from '../../data/index.ts';
import { durationText } from '../../kit/format/duration.ts';
import { useTemperature } from '../../kit/format/temperature.ts';
import type { VersionField } from '../../kit/forms/versions.ts';
import { avatarsReading } from '../inputs/avatarsReading.ts';
import { useT } from '../messages.ts';

/** The fields that can differ between two versions of a program, in the reader's language and units. */
export function useProgramFields(): VersionField<ProgramView>[] {
  const t = useT();
  const temperature = useTemperature();
  const library = useRead(avatarsReading).data?.data ?? [];
  return [
    { label: t('resources.programs.fields.name'), textOf: ({ name }) => name },
    { label: t('resources.programs.fields.description'), textOf: ({ description }) => description ?? '' },
    { label: t('resources.programs.fields.tags'), textOf: ({ tags }) => tags.map(({ name }) => name).join(', ') },
    {
      label: t('resources.programs.fields.avatar'),
      textOf: ({ avatar }) => library.find((one) => one.avatar === avatar)?.name ?? '',
    },
    {
      label: t('resources.programs.fields.settings'),
      textOf: ({ phaseGroups }) => {
        const { heat, fan, steam, damper } = settingsOf(phaseGroups);
        const steps = heat.map(
          ({ temperatureCelsius, durationSeconds }) =>
            `${temperature.text(temperatureCelsius)} ${durationText(durationSeconds)}`,
        );
        return [
          steps.join(' · '),
          t('resources.programs.fields.others', { fan: fan.length, steam: steam.length, damper: damper.length }),
        ].join(' · ');
      },
    },
    {
      label: t('resources.programs.fields.approved'),
      textOf: ({ approved }) => t(`resources.programs.states.${approved ? 'approved' : 'unapproved'}`),
    },
  ];
}
