import { useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';

type Tried = Pick<UseQueryResult, 'dataUpdatedAt' | 'errorUpdatedAt'>;

/** The last try failed. Unlike `isError` it holds while a query without data is tried again, so that its button stays. */
export const hasFailed = ({ dataUpdatedAt, errorUpdatedAt }: Tried): boolean =>
  errorUpdatedAt > dataUpdatedAt;

/** Why the last try failed, also while it is tried again: the query library drops the error of a query without data then. */
export const useLastError = (query: Tried & Pick<UseQueryResult, 'error'>): Error | null => {
  const { error } = query;
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return hasFailed(query) ? (error ?? last) : null;
};
