import { say } from '@fournil/contract/kit/words';
import { type MachineCategoryCode, machineCategories } from '@fournil/contract/machines/catalogue';
import { useDates } from '../kit/format/dates.ts';
import { useLanguage } from '../kit/useT.ts';
import { useT } from './messages.ts';

interface OnPaper {
  category: MachineCategoryCode;
  revision: number;
  /** When this revision was written, if known. */
  createdAt?: string;
  isApproved: boolean;
}

/** The notes that distinguish printed sheets. */
export function useWallNotes({ category, revision, createdAt, isApproved }: OnPaper): string[] {
  const t = useT();
  const language = useLanguage();
  const dates = useDates();
  const number = t('resources.programs.revisions.number', { revision });
  return [
    say(machineCategories[category].name, language),
    createdAt ? `${number}, ${dates.date(createdAt, 'day')}` : number,
    t(`resources.programs.states.${isApproved ? 'approved' : 'unapproved'}`),
  ];
}
