import { deviceText } from '@fournil/contract/accounts/sessions';
import Bowser from 'bowser';
import { useLanguage } from '../useT.ts';

/** A short name of a browser: "Chrome on Android". */
export function useDeviceName(): (userAgent: string) => string {
  const language = useLanguage();
  return (userAgent) => {
    const { browser, os } = userAgent
      ? Bowser.parse(userAgent)
      : { browser: { name: undefined }, os: { name: undefined } };
    return deviceText({ browser: browser.name, system: os.name }, language);
  };
}
