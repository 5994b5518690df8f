import { defineRoute } from '#lib/compose/define-route.ts'
import { PeoplePage, PeopleQuery } from '#lib/console/model/console-people.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { listPeople } from '#lib/console/server/people/list-people.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsOnly,
  query: PeopleQuery,
  output: PeoplePage,
  handle: ({ input, context: { principal }, services }) => listPeople(services, input, principal.id),
})
