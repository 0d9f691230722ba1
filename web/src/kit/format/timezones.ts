/** Former names that browsers still list, with their present names (IANA tz database, file `backward`). */
const renamed: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

const present = (zone: string) => renamed[zone] ?? zone;

/**
 * The platform's list with present names, UTC first. `chosen` is always in the list: otherwise a zone that this browser
 * does not know would be shown, and saved, as another one.
 */
export function timezones(chosen?: string | null): string[] {
  const known = new Set(Intl.supportedValuesOf('timeZone').map(present));
  if (chosen) known.add(chosen);
  known.delete('UTC');
  return ['UTC', ...[...known].sort((one, other) => one.localeCompare(other))];
}
