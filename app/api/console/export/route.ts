import { defineRoute } from '#lib/compose/define-route.ts'
import { ExportWish } from '#lib/console/model/console-move.ts'
import { operatorsConfirm } from '#lib/console/server/operators-only.ts'
import { ndjsonResponse } from '#lib/platform/server/http/ndjson.ts'

/** An encrypted file with profiles and their credentials. No token of the console may ask for it. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
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
})
