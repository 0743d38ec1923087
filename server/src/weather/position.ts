import type { HousePlace } from '../stores/weather/weather-hours.ts';
import type { WeatherPlace, WeatherSource } from './port.ts';

export interface PostalCode {
  readonly zip: string;
  readonly country: string;
}

/** As sources of weather spell it; null: the place has none. */
export const postalCodeOf = ({
  zipcode,
  country,
}: Pick<HousePlace, 'zipcode' | 'country'>): PostalCode | null =>
  zipcode === null || country === null
    ? null
    : { zip: zipcode.replaceAll(/\s/g, ''), country: country.toUpperCase() };

/** The own position of a place, else that of its postal code; null: it has neither, or the source does not know the code. */
export const findPosition = async (
  weather: Pick<WeatherSource, 'zip'>,
  place: HousePlace,
): Promise<WeatherPlace | null> => {
  const { latitude, longitude, timezone } = place;
  if (latitude !== null && longitude !== null) return { latitude, longitude, timezone };
  const code = postalCodeOf(place);
  const at = code && (await weather.zip(code.zip, code.country));
  return at && { latitude: at.lat, longitude: at.lon, timezone };
};
