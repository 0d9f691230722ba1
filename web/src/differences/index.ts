export { DifferencesLink } from './DifferencesLink.tsx';
export { useOwnProgramWords } from './keptWords.ts';
export { useT as useDifferencesT } from './messages.ts';
