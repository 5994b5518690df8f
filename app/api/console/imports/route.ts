import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'

/** Stores an uploaded file for its preview. The body is the file. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  handle: ({ request, services }) => services.moving.imports.upload(request.body),
})
