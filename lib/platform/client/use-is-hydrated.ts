import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's HTML and until React has hydrated it. Then the reader's clock and time zone are known. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
