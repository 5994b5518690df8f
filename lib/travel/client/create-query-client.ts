import { QueryClient } from '@tanstack/react-query'

/** The age of an answer, in ms, from which it is requested again when it is shown again. */
export const FRESH_MS = 5 * 60_000

/** What a visit remembers of the answers to its pages. Each is dropped once it is old and no page shows it. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: FRESH_MS,
        // A page says what failed, and its reader asks again. The service worker answers without a connection.
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
      },
    },
  })
