import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { comfortOf } from '#domain/events/plan/comfort.ts';
import { comfortKey, comfortQuery } from '#web/api/comfort.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { useHouse } from '#web/api/house-context.ts';
import { api } from '#web/api/session.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { planKey } from '../use-events.ts';

export const useReserveQuery = () => useQuery(comfortQuery(useHouse().house.id));

/** Percent that events leave in a battery of the home; null: not known yet. */
export const useReserve = (): number | null => {
  const { data } = useReserveQuery();
  return data === undefined ? null : comfortOf(data).reserve;
};

/** Saves another reserve; the other limits stay as they are at that moment. Answers whether it was saved. */
export const useSaveReserve = () => {
  const t = useT();
  const { house, refresh } = useHouse();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const save = async (percent: number): Promise<boolean> => {
    setBusy(true);
    const params = { houseId: house.id };
    try {
      const saved = await api.get('/house/{houseId}/comfort', { params });
      const answer = await api.put('/house/{houseId}/comfort', {
        params,
        body: { ...saved, batteryReserve: percent },
      });
      queries.setQueryData(comfortKey(house.id), answer);
      // Plans follow the limits.
      void queries.invalidateQueries({ queryKey: planKey(house.id) });
      void refresh();
      toast('ok', t('battery.reserve.saved', { percent }));
      return true;
    } catch (error) {
      toast('fail', t('battery.reserve.saveFailed'), errorMessage(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, save };
};
