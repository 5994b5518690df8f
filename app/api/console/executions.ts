import { defineRoute } from '#lib/compose/define-route.ts'
import {
  Done,
  ExecutionCountQuery,
  ExecutionCounts,
  ExecutionDetail,
  ExecutionExportQuery,
  ExecutionFacets,
  ExecutionHistogram,
  ExecutionPage,
  ExecutionParams,
  ExecutionQuery,
  PromptAnswer,
  ReplayVerdict,
  Rerun,
  StartedRerun,
} from '#lib/console/model/console-executions.ts'
import { countBars } from '#lib/console/server/executions/count-bars.ts'
import { exportExecutions } from '#lib/console/server/executions/export-executions.ts'
import { countStates, listExecutions, listFacets } from '#lib/console/server/executions/list-executions.ts'
import { readExecution } from '#lib/console/server/executions/read-execution.ts'
import { verdictOf } from '#lib/console/server/executions/replay-verdict.ts'
import { changesProfiles, operatorsOnly, operatorsRead } from '#lib/console/server/operators-only.ts'
import { ndjsonResponse } from '#lib/platform/server/http/ndjson.ts'
import type { RouteTable } from '#lib/platform/server/http/route-table.ts'

const types = { csv: 'text/csv; charset=utf-8', json: 'application/json' } as const
const encoder = new TextEncoder()

export const executionRoutes = {
  /** Executions of every kind, the latest first. */
  'GET executions': defineRoute({
    ...operatorsRead,
    query: ExecutionQuery,
    output: ExecutionPage,
    handle: ({ input, services }) => listExecutions(services, input),
  }),

  /** One execution with its journal. */
  'GET executions/[id]': defineRoute({
    ...operatorsRead,
    params: ExecutionParams,
    output: ExecutionDetail,
    handle: ({ params, services }) => readExecution(services, params.id),
  }),

  /** Answers the prompt that the execution of a script waits for, in place of the agent's model. */
  'POST executions/[id]/answer': defineRoute({
    ...operatorsOnly,
    params: ExecutionParams,
    body: PromptAnswer,
    // Escapes lengthen the JSON of a response.
    bodyLimitBytes: 2 * 1024 * 1024,
    output: Done,
    async handle({ params, input, context, services }) {
      const answered = await services.scripts.respondRecord(context, params.id, input)
      return answered.ok ? { body: { done: true } } : answered
    },
  }),

  /** Cancels the execution of a script. */
  'POST executions/[id]/cancel': defineRoute({
    ...changesProfiles,
    params: ExecutionParams,
    output: Done,
    async handle({ params, context, services }) {
      const ended = await services.scripts.cancelRecord(context, params.id)
      return ended.ok ? { body: { done: true } } : ended
    },
  }),

  /** Replays an execution from its journal. Sends no requests. */
  'POST executions/[id]/replay': defineRoute({
    ...operatorsOnly,
    params: ExecutionParams,
    output: ReplayVerdict,
    handle: async ({ params, services, signal }) => ({ body: verdictOf(await services.replay(params.id, { signal })) }),
  }),

  /** Runs the code of an execution again, or a changed one, with the present rules of its profile. */
  'POST executions/[id]/rerun': defineRoute({
    ...operatorsOnly,
    params: ExecutionParams,
    body: Rerun,
    // Escapes lengthen the JSON of a script.
    bodyLimitBytes: 2 * 1024 * 1024,
    status: 202,
    output: StartedRerun,
    handle: ({ params, input, context, services }) => services.scripts.rerunRecord(context, params.id, input.script),
  }),

  /** How many of the found executions are in each state. */
  'GET executions/counts': defineRoute({
    ...operatorsRead,
    query: ExecutionCountQuery,
    output: ExecutionCounts,
    handle: async ({ input, services }) => ({ body: await countStates(services, input) }),
  }),

  /** A file of all executions that the filters find. */
  'GET executions/export': defineRoute({
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
  }),

  /** The values that the filters of the executions can take. */
  'GET executions/facets': defineRoute({
    ...operatorsRead,
    output: ExecutionFacets,
    handle: async ({ services }) => ({ body: await listFacets(services) }),
  }),

  /** The found executions over time. */
  'GET executions/histogram': defineRoute({
    ...operatorsRead,
    query: ExecutionCountQuery,
    output: ExecutionHistogram,
    handle: async ({ input, services }) => ({ body: await countBars(services, input, services.clock.now()) }),
  }),
} satisfies RouteTable
