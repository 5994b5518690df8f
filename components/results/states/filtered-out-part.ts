import { lazily } from '../../ui/lazily.tsx'

/** Loaded once a filter is set: without filters, none can hide every result. */
export const FilteredOut = lazily(
  async () => (await import('./filtered-out.tsx')).FilteredOut,
  () => null,
)
