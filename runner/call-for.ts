import type { AdmittedExecution, ExecuteConfig } from './admit.ts'

/**
 * What a skill may know of the call during which it runs. One that may reach hosts learns nothing: the number and the
 * words of a caller are no business of a provider. So the answers of such skills do not depend on the call either.
 */
export function callFor({ grant, config }: Pick<AdmittedExecution, 'grant' | 'config'>): ExecuteConfig['call'] {
  return grant.permissions.network.egress.length > 0 ? undefined : config.call
}
