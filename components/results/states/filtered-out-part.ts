import { lazily } from '../../ui/lazily.tsx'

/** Loaded once a filter is set: without one nothing is filtered out. */
export const FilteredOut = lazily(
  async () => (await import('./filtered-out.tsx')).FilteredOut,
  () => null,
)
