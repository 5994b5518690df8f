'use client'

import type { FilledForm } from '#lib/travel/client/visit-memory.ts'
import type { HotelFormValues } from '#lib/travel/model/hotels/hotel-form.ts'
import { useVisitMemory } from '../../results/visit-provider.tsx'
import { useLeftForm } from '../use-left-form.ts'
import { HotelSearchForm } from './hotel-search-form.tsx'

/** The hotel form of its home page. Back shows it as it was left. */
export function HotelHomeForm(given: FilledForm<HotelFormValues>) {
  const { hotelForm } = useVisitMemory()
  return <HotelSearchForm shape="strip" {...useLeftForm(hotelForm, '/hotels', given)} onLeave={hotelForm.keep} />
}
