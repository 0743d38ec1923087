const HEATER = 'Heat Pump Water Heater Gen 5';
const STREETS = ['Larkspur Lane', 'Juniper Road', 'Canyon Street', 'Aspen Way', 'Prairie Avenue'] as const;

const file = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

/**
 * Files of an import, by name: so many homes with a water heater and a thermostat each, in the programs of a new provider. The owner of
 * the first one is invited and has not agreed to the programs yet; the others have.
 */
export const sampleFiles = (count: number): Readonly<Record<string, string>> => {
  const homes = Array.from({ length: count }, (_, n) => n + 1);
  return {
    'homes.csv': file(
      'premise_id,account_number,address,city,postal_code,country,timezone,feeder',
      ...homes.map(
        (n) =>
          `P-${n},A-${n},${n} ${STREETS[n % STREETS.length]},Albany,12207,US,America/New_York,F-${n % 40}`,
      ),
    ),
    'devices.csv': file(
      'premise_id,link,maker_device_id,kind,maker,model,name',
      ...homes.flatMap((n) => [
        `P-${n},simulator,heater-${n},hwh,rheem,${HEATER},Basement`,
        `P-${n},simulator,thermostat-${n},tstat,ecobee,,Hallway`,
      ]),
    ),
    'enrolments.csv': file(
      'premise_id,link,maker_device_id,program_id,from,consent_at',
      ...homes.flatMap((n) => {
        const since = `2026-01-01,${n === 1 ? '' : '2026-01-01'}`;
        return [
          `P-${n},simulator,heater-${n},water-heater,${since}`,
          `P-${n},simulator,thermostat-${n},summer-cooling,${since}`,
        ];
      }),
    ),
    'people.csv': file(
      'account_number,email,first_name,last_name,language,access,invite',
      ...homes.map((n) => `A-${n},owner-${n}@home.example,Sam,Rivera,en,owner,${n === 1 ? 'yes' : 'no'}`),
    ),
  };
};
