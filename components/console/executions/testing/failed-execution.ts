import type { ExecutionDetail, ExecutionRow } from '#lib/console/model/console-executions.ts'

/** A script that failed, because it asked for a host outside of its profile. */
export const failedRow: ExecutionRow = {
  id: 'exec_0000000000000000000001',
  state: 'failed',
  error_code: 'EGRESS_BLOCKED',
  skill: 'script',
  version: '1.0.0',
  summary: 'Script',
  by: { actor: { kind: 'profile', id: 'prof_1' }, name: 'Reports' },
  data: null,
  started_at: '2026-11-20T10:00:00.000Z',
  duration_ms: 12,
  fuel_left: 0,
  fuel_limit: 50,
}

export const failedExecution: ExecutionDetail = {
  ...failedRow,
  action: 'run',
  digest: 'd',
  runtime: 'quickjs',
  trust: 'network',
  source: 'dm-approved',
  finished_at: '2026-11-20T10:00:01.000Z',
  limits: null,
  hosts: [],
  part_of: null,
  steps: [],
  input: null,
  script: null,
  error: null,
  output: null,
  journal: [],
  journal_length: 1,
  llm: [],
  llm_length: 0,
  can_cancel: false,
  can_replay: true,
  can_answer: false,
  can_rerun: true,
  acts: [],
}
