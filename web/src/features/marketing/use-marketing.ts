import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MarketingMessage } from '#contract/entities/marketing.ts';
import { HOUR } from '#domain/time/durations.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { useHouse } from '#web/api/house-context.ts';
import { fromOtherLanguage } from '#web/api/other-language.ts';
import { api } from '#web/api/session.ts';
import { currentLanguage, t } from '#web/lib/language/i18n.ts';
import { toast } from '#web/lib/feedback/toasts.ts';

const REFRESH_MS = HOUR;

const keyOf = (houseId: string) => ['marketing', houseId] as const;

/** What the provider offers the home, with words in the language of the page. */
export const useMarketing = () => {
  const houseId = useHouse().house.id;
  return useQuery<readonly MarketingMessage[]>({
    queryKey: [...keyOf(houseId), currentLanguage()],
    queryFn: ({ signal }) => api.get('/house/{houseId}/marketing/in-app', { params: { houseId }, signal }),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
    ...fromOtherLanguage<readonly MarketingMessage[]>(useQueryClient(), keyOf(houseId)),
  });
};

/** Takes an offer off the dashboard at once; it comes back where the server refuses. */
export const useDismiss = () => {
  const houseId = useHouse().house.id;
  const queries = useQueryClient();
  const key = keyOf(houseId);
  const { mutate } = useMutation({
    mutationFn: (marketingId: string) =>
      api.delete('/house/{houseId}/marketing/in-app/{marketingId}', { params: { houseId, marketingId } }),
    onMutate: async (id) => {
      // An answer that is on its way still has the offer.
      await queries.cancelQueries({ queryKey: key });
      queries.setQueriesData<readonly MarketingMessage[]>({ queryKey: key }, (all) =>
        all?.filter((card) => card.id !== id),
      );
    },
    onError: (error) => {
      toast('fail', t('marketing.dismiss.failed'), errorMessage(error));
      void queries.invalidateQueries({ queryKey: key });
    },
  });
  return mutate;
};
