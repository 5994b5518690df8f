import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import { offersPath, SourceOffers } from '../model/console-install.ts'
import { callConsole } from './call-console.ts'

/** What a source offers changes rarely, and asking it takes long. */
const freshMs = 10 * 60_000

/** What each source offers, in the order of `sources`. The same array until an answer changes. */
export const useOffers = (sources: readonly string[]) =>
  useQueries({
    queries: sources.map((source) => ({
      queryKey: ['skill-offers', source],
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<SourceOffers> =>
        callConsole(SourceOffers, offersPath(source), { signal }),
      staleTime: freshMs,
      retry: false,
    })),
    combine: useCallback(
      (queries: UseQueryResult<SourceOffers>[]) =>
        queries.map(({ data, error, isFetching, refetch }, index) => ({
          source: sources[index] ?? '',
          answer: data,
          error,
          isFetching,
          askAgain: () => void refetch(),
        })),
      [sources],
    ),
  })
export type AskedSource = ReturnType<typeof useOffers>[number]
