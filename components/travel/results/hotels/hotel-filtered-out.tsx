import { FilteredOut } from '../states/filtered-out.tsx'
import { type HotelFiltersProps, useFilterWords } from './hotel-filters.tsx'

export function HotelFilteredOut({ currency, ...props }: HotelFiltersProps & { sort: string }) {
  return <FilteredOut {...props} words={useFilterWords(props.list, currency)} />
}
