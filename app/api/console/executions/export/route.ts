import { defineRoute } from '#lib/compose/define-route.ts'
import { ExecutionExportQuery } from '#lib/console/model/console-executions.ts'
import { exportExecutions } from '#lib/console/server/executions/export-executions.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'
import { ndjsonResponse } from '#lib/platform/server/http/ndjson.ts'

const types = { csv: 'text/csv; charset=utf-8', json: 'application/json' } as const
const encoder = new TextEncoder()

/** A file of all executions that the filters find. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  query: ExecutionExportQuery,
  handle: ({ input, services, signal }) =>
    ndjsonResponse({
      lines: (stop) => exportExecutions(services, input, stop),
      encode: (text) => [encoder.encode(text)],
      signal,
      accept: null,
      onError: (cause) => services.log.error('an export of executions broke off', { cause }),
      headers: {
        'content-type': types[input.format],
        'content-disposition': `attachment; filename="executions.${input.format}"`,
      },
    }),
})
