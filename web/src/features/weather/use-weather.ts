import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { HouseWeather } from '#contract/entities/weather.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { useHouse } from '#web/api/house-context.ts';
import { fromOtherLanguage } from '#web/api/other-language.ts';
import { api } from '#web/api/session.ts';
import { currentLanguage } from '#web/lib/language/i18n.ts';

/** The server asks its source no more often. */
const REFRESH_MS = 10 * MINUTE;

/** The weather at the house, with words in the language of the page. */
export const useWeather = () => {
  const houseId = useHouse().house.id;
  const key = ['weather', houseId] as const;
  return useQuery<HouseWeather>({
    queryKey: [...key, currentLanguage()],
    queryFn: ({ signal }) => api.get('/house/{houseId}/weather', { params: { houseId }, signal }),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
    ...fromOtherLanguage<HouseWeather>(useQueryClient(), key),
  });
};
