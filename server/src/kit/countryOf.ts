import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { type CountryResponse, Reader } from 'mmdb-lib';

let known: Reader<RegisteredIn> | null = null;

/** The list's own shape: MaxMind's format, with this one field. */
interface RegisteredIn extends CountryResponse {
  country_code: string;
}

/**
 * ISO 3166-1 alpha-2 of the country that an address, IPv4 or IPv6, is registered in; null for addresses of local
 * networks and for what the list does not know. Looked up here, in a list that is in the public domain and that a
 * package carries: nobody is asked.
 */
export function countryOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  // A caller over IPv4 that reached an IPv6 socket is written ::ffff:192.0.2.1.
  const plain = ipaddr.process(address);
  if (plain.range() !== 'unicast') return null;
  known ??= new Reader(
    readFileSync(new URL(import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'))),
  );
  return known.get(plain.toString())?.country_code ?? null;
}
