import type { Endpoints } from '#contract/endpoints/index.ts';
import type { HandlersFor } from '../http/handler.ts';
import { readHouseWeather, weatherOfHouse } from '../weather/house-weather.ts';
import type { HouseWeatherDeps } from '../weather/house-weather.ts';

export const weatherRoutes = (deps: HouseWeatherDeps) =>
  ({
    proxy: ({ scope, query }) => readHouseWeather(deps, scope, query),

    house: ({ scope, caller }) => weatherOfHouse(deps, scope, caller.language),
  }) satisfies HandlersFor<Endpoints['weather']>;
