'use client'

import type { FilledForm } from '#lib/travel/client/visit-memory.ts'
import type { FlightFormValues } from '#lib/travel/model/flights/flight-form.ts'
import { useVisitMemory } from '../../results/visit-provider.tsx'
import { useLeftForm } from '../use-left-form.ts'
import { FlightSearchForm } from './flight-search-form.tsx'

/** The flight form of the home page. Back shows it as it was left. */
export function FlightHomeForm(given: FilledForm<FlightFormValues>) {
  const { flightForm } = useVisitMemory()
  return <FlightSearchForm shape="strip" {...useLeftForm(flightForm, '/', given)} onLeave={flightForm.keep} />
}
