import { useQueries } from '@tanstack/react-query'
import { offersPath, SkillSources, SourceOffers } from '../model/console-install.ts'
import { type ConsoleError, callConsole } from './call-console.ts'
import { keyOf, useConsoleQuery } from './use-console.ts'

export const useSkillSources = () => useConsoleQuery(SkillSources, '/skill-sources')

/** What a source offers changes rarely, and asking it takes long. */
const freshMs = 10 * 60_000

/** What each source offers, in the order of `sources`. */
export const useOffers = (sources: readonly string[]) =>
  useQueries({
    queries: sources.map((source) => ({
      queryKey: keyOf(offersPath(source)),
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<SourceOffers> =>
        callConsole(SourceOffers, offersPath(source), { signal }),
      staleTime: freshMs,
      retry: false,
    })),
    combine: (queries) =>
      queries.map(({ data, error, isFetching, refetch }, index) => ({
        source: sources[index] ?? '',
        answer: data,
        error: error satisfies ConsoleError | Error | null,
        isFetching,
        askAgain: () => void refetch(),
      })),
  })
export type AskedSource = ReturnType<typeof useOffers>[number]
