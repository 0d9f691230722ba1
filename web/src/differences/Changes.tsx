import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import { settingsOf } from '@fournil/contract/phases/phaseGroups';
import { useMemo } from 'react';
import { useTemperature } from '../kit/format/temperature.ts';
import { useMay } from '../kit/session/profile.ts';
import { useTypeset } from '../kit/useT.ts';
import { useKeptWords } from './keptWords.ts';
import { useT } from './messages.ts';
import { settingDifferences } from './settingDifferences.ts';

const mostShown = 4;

/** What differs in words, whether it is kept, and that the oven bakes. */
export function Changes({ row }: { row: ProgramMachineView }) {
  const t = useT();
  const { change } = row;
  const keptWords = useKeptWords();
  const kept = change && keptWords(change);
  return (
    <div>
      <Words row={row} />
      {kept && <small className="differences__kept">{kept}</small>}
      {change?.baking && <small className="soft">{t('differences.baking')}</small>}
    </div>
  );
}

function Words({ row: { change, reason } }: { row: ProgramMachineView }) {
  const t = useT();
  const may = useMay();
  const typeset = useTypeset();
  const { unit } = useTemperature();
  const [own, approved] = [change?.phaseGroups, change?.approved.phaseGroups];
  const settings = useMemo(() => own && approved && [settingsOf(approved), settingsOf(own)], [own, approved]);
  const [before, now] = settings ?? [];
  if (!before || !now)
    return reason ? typeset(reason) : t(may('programs.show') ? 'differences.notSent' : 'differences.notShown');
  const said = settingDifferences(before, now, { t, unit });
  if (said.length === 0) return t('differences.same');
  const others = said.length - mostShown;
  return (
    <ul>
      {said.slice(0, mostShown).map((text) => (
        <li key={text}>{text}</li>
      ))}
      {others > 0 && <li className="soft">{t('differences.more', { smart_count: others })}</li>}
    </ul>
  );
}
