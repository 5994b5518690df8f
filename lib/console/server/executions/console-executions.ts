import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import type { AnswerStore } from '#runner/core/ports.ts'
import type { ExecutionDetail, ExecutionFacets, ExecutionPage, ExecutionQuery } from '../../model/console-executions.ts'
import { listExecutions, listFacets } from './list-executions.ts'
import { readExecution } from './read-execution.ts'

/** What operators read about executions of every kind. */
export type ConsoleExecutions = {
  list(query: ExecutionQuery): Promise<Outcome<ExecutionPage>>
  facets(): Promise<ExecutionFacets>
  read(id: string): Promise<Outcome<ExecutionDetail>>
}

type Ports = { readonly db: DatabaseClient; readonly answers: Pick<AnswerStore, 'get'> }

export function createConsoleExecutions(ports: Ports): ConsoleExecutions {
  return {
    list: (query) => listExecutions(ports.db, query),
    facets: () => listFacets(ports.db),
    read: (id) => readExecution(ports, id),
  }
}
