import { useTexts } from '../../../ui/texts.tsx'
/** A placeholder for the filters until their script has loaded. */
export function FiltersComing() {
  return <p className="filters-coming">{useTexts('results')('loadingFilters')}</p>
}
