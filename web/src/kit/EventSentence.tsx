import { type HistoryEventView, historyWords } from '@fournil/contract/history/historyEvent';
import { useLanguage } from './useT.ts';

/** "Claire Levain approved **Four à sole 2**": the sentence of a history event, names in bold. */
export function EventSentence({ event }: { event: HistoryEventView }) {
  const language = useLanguage();
  const words = historyWords[event.typeEvent];
  const names: Record<string, string> = { actor: event.actionner.fullName, origin: event.originName, target: event.targetName ?? '–' };
  const parts = (language === 'FR' ? words.fr : words.en).split(/(%\{\w+\})/);
  return (
    <span>
      {parts.map((part) => {
        const name = /^%\{(\w+)\}$/.exec(part)?.[1];
        if (!name) return part;
        return name === 'actor' ? names[name] : <strong key={part}>{names[name]}</strong>;
      })}
    </span>
  );
}
