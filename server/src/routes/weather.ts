import type { Endpoints } from '#contract/endpoints/index.ts';
import type { HandlersFor } from '../http/handler.ts';
import { readHouseWeather } from '../weather/house-weather.ts';
import type { HouseWeatherDeps } from '../weather/house-weather.ts';

export const weatherRoutes = (deps: HouseWeatherDeps) =>
  ({
    proxy: ({ scope, query }) => readHouseWeather(deps, scope, query),
  }) satisfies HandlersFor<Endpoints['weather']>;
