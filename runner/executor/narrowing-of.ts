import { TravelConfig } from '../contract/travel-config.ts'

/**
 * The configuration that lets skills reach only these hosts.
 *
 * @throws {TypeError} for a host with a wildcard, an address or a scheme
 */
export function narrowingOf(allowedHosts: readonly string[]): TravelConfig {
  const config = TravelConfig.safeParse({ safeExecution: { allowedHosts } })
  if (config.success) return config.data
  const [issue] = config.error.issues
  throw new TypeError(`createOpenClawExecutor: ${issue?.path.slice(1).join('.')}: ${issue?.message}`)
}
