import { lazily } from '../../../ui/lazily.tsx'
import { SlicesComing } from './slices-coming.tsx'

// A separate script, because most searches are not multi-city trips and have no rows.

export const SliceRows = lazily(async () => (await import('./slice-rows.tsx')).SliceRows, SlicesComing)
