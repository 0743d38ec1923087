import type { PhoneNumber } from '#contract/entities/account.ts';
import { maskPhone } from '#domain/phone.ts';
import { boot } from '#web/lib/boot-state.ts';
import { useHome } from '#web/lib/home.ts';
import { api } from '#web/lib/session.ts';
import { useAccount } from './calls.ts';

export const samePhone = (a: PhoneNumber, b: PhoneNumber): boolean =>
  a.phone === b.phone && a.countryCode === b.countryCode;

export const showPhone = ({ phone, countryCode }: PhoneNumber): string =>
  `+${countryCode} ${maskPhone(phone, countryCode)}`;

/** What can be done with a number; each keeps the list that the app knows up to date. */
export const usePhoneCalls = () => {
  const { house } = useHome();
  const { params, setPhones } = useAccount();
  const providerId = boot().page.provider.pid;
  const at = ({ phone, countryCode }: PhoneNumber) => ({
    params: { ...params, phone },
    query: { countryCode },
  });
  return {
    add: async (phone: string, countryCode: PhoneNumber['countryCode']): Promise<PhoneNumber> => {
      const body = { phone, countryCode, providerId };
      const added = await api.post('/account/{id}/phonenumber', { params, body });
      setPhones((before) => [...before, added]);
      return added;
    },
    sendCode: (number: PhoneNumber): Promise<PhoneNumber> =>
      api.post('/account/{id}/phonenumber/{phone}/verify', { ...at(number), body: { providerId } }),
    verify: async (number: PhoneNumber, code: string): Promise<boolean> => {
      const body = { code, houseId: house.id, providerId };
      const answer = await api.put('/account/{id}/phonenumber/{phone}/verify', { ...at(number), body });
      setPhones((before) => before.map((one) => (samePhone(one, number) ? answer : one)));
      return answer.verified;
    },
    remove: async (number: PhoneNumber): Promise<void> => {
      await api.delete('/account/{id}/phonenumber/{phone}', at(number));
      setPhones((before) => before.filter((one) => !samePhone(one, number)));
    },
  };
};
