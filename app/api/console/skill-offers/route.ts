import { defineRoute } from '#lib/compose/define-route.ts'
import { OffersQuery, SourceOffers } from '#lib/console/model/console-install.ts'
import { listOffers } from '#lib/console/server/installing/list-offers.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'

/** What one source offers. Each source has its own request, so that none waits for another. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  query: OffersQuery,
  output: SourceOffers,
  handle: ({ input, services, signal }) => listOffers(services, input.source, signal),
})
