interface Area {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
}

const at = (latitude: number, longitude: number, name: string): Area => ({ latitude, longitude, name });

/** About where a postal code lies, by its first sign: all that a simulated sky needs. */
const AREAS: Readonly<Record<string, Readonly<Record<string, Area>>>> = {
  US: {
    0: at(42.4, -71.1, 'New England'),
    1: at(40.7, -74, 'New York'),
    2: at(38.9, -77, 'Washington'),
    3: at(33.7, -84.4, 'Georgia'),
    4: at(39.8, -86.2, 'Indiana'),
    5: at(44.9, -93.2, 'Minnesota'),
    6: at(41.9, -87.6, 'Illinois'),
    7: at(32.8, -96.8, 'Texas'),
    8: at(39.7, -105, 'Colorado'),
    9: at(37.8, -122.3, 'California'),
  },
  CA: {
    A: at(47.6, -52.7, 'Newfoundland'),
    B: at(44.6, -63.6, 'Nova Scotia'),
    C: at(46.2, -63.1, 'Prince Edward Island'),
    E: at(45.9, -66.6, 'New Brunswick'),
    G: at(46.8, -71.2, 'Québec'),
    H: at(45.5, -73.6, 'Montréal'),
    J: at(45.5, -74, 'Québec'),
    K: at(45.4, -75.7, 'Ottawa'),
    L: at(43.6, -79.6, 'Ontario'),
    M: at(43.65, -79.38, 'Toronto'),
    N: at(43, -81.2, 'Ontario'),
    P: at(46.5, -81, 'Ontario'),
    R: at(49.9, -97.1, 'Manitoba'),
    S: at(50.4, -104.6, 'Saskatchewan'),
    T: at(51, -114.1, 'Alberta'),
    V: at(49.3, -123.1, 'British Columbia'),
    X: at(62.5, -114.4, 'Northwest Territories'),
    Y: at(60.7, -135.1, 'Yukon'),
  },
  AU: {
    0: at(-12.5, 130.8, 'Northern Territory'),
    1: at(-33.9, 151.2, 'New South Wales'),
    2: at(-33.9, 151.2, 'New South Wales'),
    3: at(-37.8, 145, 'Victoria'),
    4: at(-27.5, 153, 'Queensland'),
    5: at(-34.9, 138.6, 'South Australia'),
    6: at(-32, 115.9, 'Western Australia'),
    7: at(-42.9, 147.3, 'Tasmania'),
  },
};

/** null: nobody knows such a code. */
export const areaOf = (postcode: string, country: string): Area | null =>
  AREAS[country.toUpperCase()]?.[postcode.trim().charAt(0).toUpperCase()] ?? null;
