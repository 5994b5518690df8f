import { defineRoute } from '#lib/compose/define-route.ts'
import { ExportWish, ImportOrder, ImportSecret } from '#lib/console/model/console-move.ts'
import { importParams, operatorsConfirm, operatorsOnly } from '#lib/console/server/operators-only.ts'
import { ndjsonResponse } from '#lib/platform/server/http/ndjson.ts'
import type { RouteTable } from '#lib/platform/server/http/route-table.ts'

export const movingRoutes = {
  /** An encrypted file with profiles and their credentials. No token of the console may ask for it. */
  'POST export': defineRoute({
    ...operatorsConfirm,
    body: ExportWish,
    async handle({ input, context, services, signal }) {
      const made = await services.moving.export(context, input)
      if (!made.ok) return made
      return ndjsonResponse({
        lines: () => made.value,
        encode: (bytes) => [bytes],
        signal,
        accept: null,
        onError: (cause) => services.log.error('an export broke off', { cause }),
        headers: { 'content-type': 'application/octet-stream' },
      })
    },
  }),

  /** Stores an uploaded file for its preview. The body is the file. */
  'POST imports': defineRoute({
    ...operatorsConfirm,
    handle: ({ request, context, services }) => services.moving.imports.upload(context, request.body),
  }),

  'POST imports/[id]': defineRoute({
    ...operatorsConfirm,
    params: importParams,
    body: ImportOrder,
    handle: ({ params: { id }, input, context, services }) => services.moving.imports.apply(context, id, input),
  }),

  'DELETE imports/[id]': defineRoute({
    ...operatorsOnly,
    params: importParams,
    handle: ({ params: { id }, services }) => services.moving.imports.drop(id),
  }),

  /** What an import of the file would do. The method is POST, so that the passphrase is in no address. */
  'POST imports/[id]/preview': defineRoute({
    ...operatorsConfirm,
    params: importParams,
    isProved: ({ context, params: { id }, services }) => services.moving.imports.isProved(context, id),
    body: ImportSecret,
    handle: ({ params: { id }, input, services }) => services.moving.imports.preview(id, input.passphrase),
  }),
} satisfies RouteTable
