import { numberText } from '../../kit/format/numbers.ts';
import { useLanguage } from '../../kit/useT.ts';

const units = { EN: ['B', 'kB', 'MB', 'GB'], FR: ['o', 'ko', 'Mo', 'Go'] } as const;

/** A size in bytes as text: "12.4 MB" / "12,4 Mo". */
export function useBytes(): (bytes: number) => string {
  const language = useLanguage();
  return (bytes) => {
    const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
    const value = bytes / 1000 ** step;
    return `${numberText(Number(value.toFixed(step === 0 || value >= 100 ? 0 : 1)), language)} ${units[language][step]}`;
  };
}
