import type { Log } from '#runner/core/ports.ts'
import type { ForeignOrigin } from './origin.ts'

const everyMs = 1_000
const longest = 200

/**
 * Tells the operator of origins that are not ours, because people cannot sign in at an address that the app does not know.
 * At most once a second, since any program can send such requests. The next line says how many were `omitted`.
 */
export function tellForeignOrigins(
  log: Pick<Log, 'warn'>,
  now: () => number = () => performance.now(),
): (seen: ForeignOrigin) => void {
  let next = Number.NEGATIVE_INFINITY
  let omitted = 0
  return ({ origin, host, publicUrl }) => {
    if (now() < next) {
      omitted += 1
      return
    }
    next = now() + everyMs
    log.warn(
      'a request was refused because its origin is not ours. If people open the app there, set NEXTAUTH_URL to this origin.',
      { origin: origin.slice(0, longest), host: host.slice(0, longest), publicUrl, ...(omitted > 0 && { omitted }) },
    )
    omitted = 0
  }
}
