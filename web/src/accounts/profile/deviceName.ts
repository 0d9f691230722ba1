import Bowser from 'bowser';
import { useProfileT } from './messages.ts';

/** A browser as a person calls it: "Chrome on Android". */
export function useDeviceName(): (userAgent: string) => string {
  const t = useProfileT();
  return (userAgent) => {
    if (!userAgent) return t('profile.sessions.unknown');
    const { browser, os } = Bowser.parse(userAgent);
    if (!browser.name) return t('profile.sessions.unknown');
    return os.name ? t('profile.sessions.device', { browser: browser.name, system: os.name }) : browser.name;
  };
}
