import type { AdmittedExecution, ExecuteConfig } from './admit.ts'

/**
 * The call data that a skill may read. A skill with network access gets none, because a provider must not learn the
 * number or the words of a caller. Therefore the answers of such skills do not depend on the call.
 */
export function callFor({ grant, config }: Pick<AdmittedExecution, 'grant' | 'config'>): ExecuteConfig['call'] {
  return grant.permissions.network.egress.length > 0 ? undefined : config.call
}
