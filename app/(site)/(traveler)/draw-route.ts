'use server'

import { cookies } from 'next/headers'
import * as z from 'zod'
import { services } from '#lib/compose/server.ts'
import { readingOf } from '#lib/platform/server/i18n/reading.ts'
import type { StripChart } from '#lib/travel/model/chart-geometry.ts'
import { ROUTE_COOKIE } from '#lib/travel/model/flights/route-cookie.ts'
import { iataCodeSchema } from '#lib/travel/model/place.ts'
import { maxSlices } from '#runner/contract/capabilities/slice-text.ts'
import { formRoutes } from './home-routes.ts'

const routesSchema = z
  .array(z.tuple([iataCodeSchema, iataCodeSchema]).refine(([from, to]) => from !== to))
  .min(1)
  .max(maxSlices)

/** The chart of the form's routes; null if the first route has an unknown place. */
export async function drawRoute(asked: unknown): Promise<{ wide: StripChart; narrow: StripChart } | null> {
  const pairs = routesSchema.safeParse(asked)
  if (!pairs.success) return null
  const [{ places, stripCharts }, { language }] = await Promise.all([services(), readingOf()])
  const cookie = (await cookies()).get(ROUTE_COOKIE)?.value
  const routes = formRoutes(pairs.data, cookie, places, language)
  return routes && stripCharts.draw(routes)
}
