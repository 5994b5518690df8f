import { lazily } from '../../../ui/lazily.tsx'

/** The fares of an open row that has several. */
export const FareChoice = lazily(
  async () => (await import('./fare-table.tsx')).FareTable,
  () => <div className="fares-coming" aria-busy="true" />,
)
