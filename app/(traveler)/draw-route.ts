'use server'

import { cookies } from 'next/headers'
import { services } from '#lib/server.ts'
import type { StripChart } from '#lib/travel/chart-geometry.ts'
import { ROUTE_COOKIE } from '#lib/travel/flights/route-cookie.ts'
import { iataCodeSchema } from '#lib/travel/place.ts'
import { formRoutes } from './home-routes.ts'

/** The chart of the form's route; null if either place is unknown. */
export async function drawRoute(from: unknown, to: unknown): Promise<{ wide: StripChart; narrow: StripChart } | null> {
  const [origin, destination] = [iataCodeSchema.safeParse(from), iataCodeSchema.safeParse(to)]
  if (!origin.success || !destination.success || origin.data === destination.data) return null
  const { places, stripCharts } = await services()
  const cookie = (await cookies()).get(ROUTE_COOKIE)?.value
  const routes = formRoutes([origin.data, destination.data], cookie, places)
  return routes && stripCharts.draw(routes)
}
