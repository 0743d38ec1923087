import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MessageSetting, PhoneNumber, Session, User } from '#contract/entities/account.ts';
import type { HouseholdMember, Invitation } from '#contract/entities/household.ts';
import type { Program } from '#contract/entities/program.ts';
import type { Reward } from '#contract/entities/result.ts';
import { usePerson } from '#web/api/identity.ts';
import { api } from '#web/api/session.ts';
import { moneyText } from '#web/lib/language/quantity-text.ts';

interface Household {
  readonly members: readonly HouseholdMember[];
  readonly invitations: readonly Invitation[];
  readonly keptMonths: number;
}

/** The signed-in person, and functions that update the cached account data. */
export const useAccount = () => {
  const user = usePerson();
  const queries = useQueryClient();
  const params = { id: user.id };
  return {
    user,
    params,
    setUser: (change: Partial<User>) =>
      queries.setQueryData<User>(['account', user.id], (before) => before && { ...before, ...change }),
    reloadUser: () => queries.invalidateQueries({ queryKey: ['account', user.id] }),
    setPhones: (change: (before: readonly PhoneNumber[]) => readonly PhoneNumber[]) =>
      queries.setQueryData<readonly PhoneNumber[]>(['phone-numbers', user.id], (before) =>
        change(before ?? []),
      ),
    reloadPhones: () => queries.invalidateQueries({ queryKey: ['phone-numbers', user.id] }),
    reloadSessions: () => queries.invalidateQueries({ queryKey: ['sessions', user.id] }),
  };
};

/** New recovery codes, kept in the query cache across screens until the person confirms having saved them. */
export const useRecoveryCodes = (id: string) => {
  const queries = useQueryClient();
  const queryKey = ['recovery-codes', id];
  const { data } = useQuery<readonly string[] | null>({ queryKey, queryFn: skipToken, gcTime: Infinity });
  const keep = (codes: readonly string[] | null) => queries.setQueryData(queryKey, codes);
  return [data ?? null, keep] as const;
};

export const useSessions = (id: string) =>
  useQuery<Session[]>({
    queryKey: ['sessions', id],
    queryFn: ({ signal }) => api.get('/account/{id}/session', { params: { id }, signal }),
  });

/** Only owners may ask. */
export const useHousehold = (houseId: string, isOwner = true) =>
  useQuery<Household>({
    enabled: isOwner,
    queryKey: ['household', houseId],
    queryFn: ({ signal }) => api.get('/house/{houseId}/household', { params: { houseId }, signal }),
  });

/** What the home has earned and was not paid yet, as text; null: nothing, or it is not known. */
export const useUnpaid = (houseId: string): string | null => {
  const { data } = useQuery<Reward>({
    queryKey: ['reward', houseId],
    queryFn: ({ signal }) => api.get('/house/{houseId}/reward', { params: { houseId }, signal }),
  });
  const unpaid = (data?.balance ?? [])
    .map(({ accrued, confirmed, currency }) => ({ amount: accrued + confirmed, currency }))
    .filter(({ amount }) => amount > 0);
  if (unpaid.length === 0) return null;
  const sums = unpaid.map(({ amount, currency }) => moneyText(amount, currency as Program['currency']));
  return sums.join(' + ');
};

export const programsKey = (houseId: string) => ['home-programs', houseId] as const;

export const settingsKey = (id: string, houseId: string) => ['message-settings', id, houseId] as const;

export const useMessageSettings = (id: string, houseId: string) =>
  useQuery<MessageSetting[]>({
    queryKey: settingsKey(id, houseId),
    queryFn: ({ signal }) =>
      api.get('/account/{id}/house/{houseId}/messageSettings', { params: { id, houseId }, signal }),
  });
