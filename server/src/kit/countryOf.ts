import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { type CountryResponse, Reader } from 'mmdb-lib';

let known: Reader<RegisteredIn> | null = null;

/** A record of the list in MaxMind's format. */
interface RegisteredIn extends CountryResponse {
  country_code: string;
}

/**
 * ISO 3166-1 alpha-2 of the country in which an address, IPv4 or IPv6, is registered; null for addresses of local
 * networks and unknown ones. Read from a list in the public domain that a package contains; no other server is called.
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
