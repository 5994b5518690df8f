import { lazily } from '../../ui/lazily.tsx'
import { SlicesComing } from './slices-coming.tsx'

// Most searches have no rows.

export const SliceRows = lazily(async () => (await import('./slice-rows.tsx')).SliceRows, SlicesComing)
