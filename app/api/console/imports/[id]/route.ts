import { defineRoute } from '#lib/compose/define-route.ts'
import { ImportOrder } from '#lib/console/model/console-move.ts'
import { importParams } from '#lib/console/server/moving/import-params.ts'
import { operatorsConfirm, operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

const apply = defineRoute({
  ...operatorsConfirm,
  params: importParams,
  body: ImportOrder,
  handle: ({ params: { id }, input, context, services }) => services.moving.imports.apply(context, id, input),
})

const drop = defineRoute({
  ...operatorsOnly,
  params: importParams,
  handle: ({ params: { id }, services }) => services.moving.imports.drop(id),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: apply, DELETE: drop })
