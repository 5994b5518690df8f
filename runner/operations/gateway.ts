import type { Gateway } from '../core/ports.ts'
import { redactInSlices } from '../redact/redact-in-slices.ts'
import { type OperationContext, operationOf, rejected } from './operation.ts'

export type GatewayServices = {
  /** The operator's OpenClaw gateway. Absent: a post rejects with a catchable error. */
  readonly gateway?: Gateway | undefined
}

const longestWaitMs = 20_000

export const gatewayOperations = {
  /**
   * Posts to the operator's OpenClaw gateway. The operator's configuration names its address and token. A post can have
   * any effect, so only an action with the effect `act` may send one, and no post is sent twice.
   */
  'gateway.post': operationOf('gateway.post', {
    open:
      ({ session, enter, services: { gateway }, leftMs, signal }: OperationContext<GatewayServices>) =>
      async ({ payload }) => {
        if (gateway === undefined) return rejected('GatewayError', 'gateway.post: no OpenClaw gateway is configured')
        using _slot = await enter()
        const timeoutMs = Math.min(longestWaitMs, Math.max(0, leftMs()))
        const answer = await gateway.post(payload, { signal, timeoutMs })
        return answer.ok
          ? { kind: 'value', value: await redactInSlices(answer.value, session.redact) }
          : rejected('GatewayError', `gateway.post: ${answer.message}`)
      },
  }),
}
