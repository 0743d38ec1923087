import type { PhoneNumber } from '#contract/entities/account.ts';
import { ApiError } from '#web/api/client.ts';
import { boot } from '#web/lib/boot-state.ts';
import { useHouse } from '#web/api/house-context.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { api } from '#web/api/session.ts';
import { toast } from '#web/lib/feedback/toasts.ts';
import { useAccount } from '../account-queries.ts';

export const samePhone = (a: PhoneNumber, b: PhoneNumber): boolean =>
  a.phone === b.phone && a.countryCode === b.countryCode;

/** Calls for phone numbers; each updates the cached list. */
export const usePhoneCalls = () => {
  const t = useT();
  const { house } = useHouse();
  const { params, setPhones, reloadPhones } = useAccount();
  const providerId = boot().page.provider.pid;
  const at = ({ phone, countryCode }: PhoneNumber) => ({
    params: { ...params, phone },
    query: { countryCode },
  });
  /** Another tab may have deleted the number: the list is loaded again. */
  const rethrowAndReloadIfGone = (error: unknown): never => {
    if (error instanceof ApiError && error.code === 'not_found') {
      toast('fail', t('phone.gone'));
      void reloadPhones();
    }
    throw error;
  };
  return {
    add: async (phone: string, countryCode: PhoneNumber['countryCode']): Promise<PhoneNumber> => {
      const body = { phone, countryCode, providerId };
      const added = await api.post('/account/{id}/phonenumber', { params, body });
      setPhones((before) => [...before, added]);
      return added;
    },
    sendCode: (number: PhoneNumber): Promise<PhoneNumber> =>
      api
        .post('/account/{id}/phonenumber/{phone}/verify', { ...at(number), body: { providerId } })
        .catch(rethrowAndReloadIfGone),
    verify: async (number: PhoneNumber, code: string): Promise<boolean> => {
      const body = { code, houseId: house.id, providerId };
      const answer = await api
        .put('/account/{id}/phonenumber/{phone}/verify', { ...at(number), body })
        .catch(rethrowAndReloadIfGone);
      setPhones((before) => before.map((phone) => (samePhone(phone, number) ? answer : phone)));
      return answer.verified;
    },
    remove: async (number: PhoneNumber): Promise<void> => {
      await api.delete('/account/{id}/phonenumber/{phone}', at(number));
      setPhones((before) => before.filter((phone) => !samePhone(phone, number)));
    },
  };
};
