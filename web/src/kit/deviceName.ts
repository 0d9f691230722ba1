import Bowser from 'bowser';
import { useKitT } from './messages.ts';

/** A browser as a person calls it: "Chrome on Android". */
export function useDeviceName(): (userAgent: string) => string {
  const t = useKitT();
  return (userAgent) => {
    if (!userAgent) return t('kit.device.unknown');
    const { browser, os } = Bowser.parse(userAgent);
    if (!browser.name) return t('kit.device.unknown');
    return os.name ? t('kit.device.on', { browser: browser.name, system: os.name }) : browser.name;
  };
}
