import { defineRoute } from '#lib/compose/define-route.ts'
import { BackupFileParams } from '#lib/console/model/console-backups.ts'
import { operatorsConfirm } from '#lib/console/server/operators-only.ts'
import { ndjsonResponse } from '#lib/platform/server/http/ndjson.ts'

/** A kept backup, encrypted as it is. The method is POST, because the audit trail records it. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsConfirm,
  params: BackupFileParams,
  async handle({ params: { name }, context, services, signal }) {
    const found = await services.backups.download(context, name)
    if (!found.ok) return found
    return ndjsonResponse({
      lines: () => found.value,
      encode: (bytes) => [bytes],
      signal,
      accept: null,
      onError: (cause) => services.log.error('a download of a backup broke off', { cause }),
      headers: { 'content-type': 'application/octet-stream' },
    })
  },
})
