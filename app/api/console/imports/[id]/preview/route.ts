import { defineRoute } from '#lib/compose/define-route.ts'
import { ImportSecret } from '#lib/console/model/console-move.ts'
import { importParams } from '#lib/console/server/moving/import-params.ts'
import { operatorsConfirm } from '#lib/console/server/operators-only.ts'

/** What an import of the file would do. The method is POST, so that the passphrase is in no address. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsConfirm,
  params: importParams,
  isProved: ({ context, params: { id }, services }) => services.moving.imports.isProved(context, id),
  body: ImportSecret,
  handle: ({ params: { id }, input, services }) => services.moving.imports.preview(id, input.passphrase),
})
