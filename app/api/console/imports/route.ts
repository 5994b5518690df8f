import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsConfirm } from '#lib/console/server/operators-only.ts'

/** Stores an uploaded file for its preview. The body is the file. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsConfirm,
  handle: ({ request, context, services }) => services.moving.imports.upload(context, request.body),
})
