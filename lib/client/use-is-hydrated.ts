import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the HTML of the server, and until React has taken it over; then the reader's clock and zone are known. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
