import { useEffect } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Dashboard } from '#contract/endpoints/house.ts';
import type { User } from '#contract/entities/account.ts';
import { ApiError } from './client.ts';

/**
 * Reads the account again when the dashboard's answer shows that somebody changed what the person may do in the house, or that
 * they do not belong to it any more: open pages then show what is left to them.
 */
export const useFollowAccess = (
  houseId: string | null,
  { data: user, refetch: reloadUser }: UseQueryResult<User>,
  { data, error, dataUpdatedAt, errorUpdatedAt }: UseQueryResult<Dashboard>,
): void => {
  const storedAccess =
    user?.roles.find((role) => role.role === 'house' && role.houseId === houseId)?.access ?? null;
  const isOutdated =
    user !== undefined &&
    (error instanceof ApiError && error.status === 404
      ? houseId !== null
      : data !== undefined && data.house.id === houseId && data.access !== storedAccess);
  useEffect(() => {
    if (isOutdated) void reloadUser();
  }, [isOutdated, reloadUser, dataUpdatedAt, errorUpdatedAt]);
};
