/** Codes of regions, former states and tests for which the platform also has a name; not countries. */
const notCountries = new Set(
  'AC AN BU CP CQ CS CT DD DG DY EA EU EZ FQ FX HV IC JT MI NH NQ NT PC PU PZ QO RH SU TA TP UK UN VD WK XA XB XK YD YU ZR ZZ'.split(
    ' ',
  ),
);

/**
 * REG-02: ISO 3166-1 codes of the countries for which this platform has a name: every pair of letters is tried, so
 * that the list always agrees with the displayed names.
 */
export const countryCodes: readonly [string, ...string[]] = known();

function known(): readonly [string, ...string[]] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return codes.filter((code) => !notCountries.has(code) && names.of(code)) as [string, ...string[]];
}
