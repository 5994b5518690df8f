import { useTexts } from '../../ui/texts.tsx'

/** A placeholder for an open row's details until their script has loaded. */
export function DetailsComing({ id }: { id: string }) {
  return <div id={id} className="details is-coming" aria-busy="true" />
}

/** A placeholder for the filters until their script has loaded. */
export function FiltersComing() {
  return <p className="filters-coming">{useTexts('results')('loadingFilters')}</p>
}
