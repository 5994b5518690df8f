import { GatewayArgs } from '../contract/host-calls.ts'
import { end, type HostOperation, ordinary, rejected } from './operation.ts'

const longestWaitMs = 20_000

/**
 * Posts to the operator's OpenClaw gateway. The operator's configuration names its address and token. A post can have
 * any effect, so only an action with the effect `act` may send one, and no post is sent twice.
 */
export const gatewayPostOperation: HostOperation = {
  ...ordinary,
  isRepeatable: (args) => !GatewayArgs.safeParse(args).success,
  open:
    ({ grant, session, denied, enter, acts, gateway, leftMs, signal }) =>
    async (args) => {
      const { permissions, declared = permissions } = grant
      if (!declared.gateway) return end('CAPABILITY_DENIED', 'gateway.post without gateway permission', 'gateway')
      if (!permissions.gateway) {
        denied('gateway')
        return rejected('CapabilityRevoked', 'The permission gateway was withheld')
      }
      if (!acts) return end('CAPABILITY_DENIED', 'gateway.post in an action without the effect act', 'effects')
      const parsed = GatewayArgs.safeParse(args)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        return rejected(
          'TypeError',
          `gateway.post: ${issue?.path.join('.') || 'payload'}: ${issue?.message ?? 'is invalid'}`,
        )
      }
      if (gateway === undefined) return rejected('GatewayError', 'gateway.post: no OpenClaw gateway is configured')
      using _slot = await enter()
      const timeoutMs = Math.min(longestWaitMs, Math.max(0, leftMs()))
      const answer = await gateway.post(parsed.data.payload, { signal, timeoutMs })
      return answer.ok
        ? { kind: 'value', value: session.redact.json(answer.value) }
        : rejected('GatewayError', `gateway.post: ${answer.message}`)
    },
}
