import { sha256 } from '#runner/core/hash.ts'
import { scriptBytes } from '#runner/script/script.ts'
import { output } from './moving-instance.ts'

const at = '2026-11-20T00:00:00.000Z'
const text = 'set_result(1)'
const digest = sha256(scriptBytes('javascript', text))

/** An id of 22 times this character. */
export const idOf = (prefix: string, character: string) => `${prefix}_${character.repeat(22)}`

export const credentialLine = (more: object = {}) => ({
  ...{ kind: 'credential', name: 'A_KEY', description: 'Reads', use: { kind: 'plain' }, hosts: ['api.example.com'] },
  ...{ value: 'a-value-of-the-key', expires_at: null },
  ...more,
})

export const keyLine = (more: object = {}) => ({
  ...{ name: 'A_KEY', description: '', by_operator: true, is_approved: true, places: [], added_at: at },
  ...more,
})

/** A locked profile with one key. */
export const profileLine = (more: object = {}) => ({
  ...{ kind: 'profile', id: idOf('prof', '0'), token: idOf('ark', '0'), description: 'A test', hosts: [], limits: {} },
  ...{ described_by_operator: true, scripts: {}, version: 1, locked_at: at, expires_at: null, ends_unlocked: false },
  ...{ revoked_at: null, created_at: at, keys: [keyLine()] },
  ...more,
})

export const scriptLine = { kind: 'script', digest, language: 'javascript', text }

export const callLine = (more: object = {}) => ({
  ...{ seq: 1, op: 'fetch', args: {}, args_hash: null, result: { kind: 'value', value: 1 }, result_hash: null },
  ...{ settled: 1, fuel_left: 9, began_ms: null, duration_ms: 1.5 },
  ...more,
})

/** An ended execution of the profile. */
export const executionLine = ({ execution = {}, script = {}, ...more }: Record<string, object> = {}) => ({
  kind: 'execution',
  execution: {
    ...{
      id: idOf('exec', '0'),
      version: '1.0.0',
      skill_digest: digest,
      action: 'run',
      principal_id: idOf('prof', '0'),
    },
    ...{ source: 'dm-approved', trust: 'write', status: 'success', error_code: null, input: {}, input_redacted: false },
    ...{ output, data: null, fuel_used: 1, query_time_ms: null, started_at: at, finished_at: at },
    ...execution,
  },
  script: {
    ...{ token_hash: sha256('0'), profile_version: 1, language: 'javascript', grant: {}, llm_wait_s: 60 },
    ...{ began_at: at, execution_ms: 1, cancelled_at: null },
    ...script,
  },
  journal: [callLine()],
  ...more,
})
