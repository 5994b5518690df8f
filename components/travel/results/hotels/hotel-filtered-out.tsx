import { FilteredOut } from '../states/filtered-out.tsx'
import { type HotelFiltersProps, useFilterWords } from './hotel-filters.tsx'

export function HotelFilteredOut({ currency, ...props }: HotelFiltersProps) {
  return <FilteredOut {...props} sort={null} words={useFilterWords(props.list, currency)} />
}
