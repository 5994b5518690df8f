import { defineRoute } from '#lib/compose/define-route.ts'
import { ConsoleSearch, ConsoleSearchQuery } from '#lib/console/model/console-search.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { searchConsole } from '#lib/console/server/search-console.ts'

/** What a text finds in the console. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsOnly,
  query: ConsoleSearchQuery,
  output: ConsoleSearch,
  handle: ({ input, services }) => searchConsole(services, input.text),
})
