import { defineRoute } from '#lib/compose/define-route.ts'
import { Done } from '#lib/console/model/console-executions.ts'
import { PersonChange, PersonDetail, PersonParams } from '#lib/console/model/console-people.ts'
import { operatorsConfirm, operatorsOnly } from '#lib/console/server/operators-only.ts'
import { changePerson } from '#lib/console/server/people/change-person.ts'
import { readPerson } from '#lib/console/server/people/read-person.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

const read = defineRoute({
  ...operatorsOnly,
  params: PersonParams,
  output: PersonDetail,
  handle: ({ params, services }) => readPerson(services, params.id),
})

const change = defineRoute({
  ...operatorsConfirm,
  params: PersonParams,
  body: PersonChange,
  output: Done,
  handle: ({ params, input, context, services }) => changePerson(services, context, params.id, input.change),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: read, POST: change })
