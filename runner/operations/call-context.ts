import type * as z from 'zod'
import { type CallContextAnswer, CallContextArgs } from '../contract/host-calls.ts'
import { type HostOperation, ordinary, rejected } from './operation.ts'

/**
 * Returns the phone call or chat during which a skill runs, as reported by the entry point, and the operator's name. A
 * skill with the messages permission also gets the operator's chat id. Nothing here is secret.
 */
export const callContextOperation: HostOperation = {
  ...ordinary,
  open:
    ({ call, grant, operatorName, operatorTelegramId, session }) =>
    (args) => {
      if (!CallContextArgs.safeParse(args).success) return rejected('TypeError', 'call.context: takes no arguments')
      const chat =
        grant.permissions.messages && operatorTelegramId !== undefined ? { telegram_id: operatorTelegramId } : {}
      const value = { call, operator: { name: operatorName, ...chat } } satisfies z.infer<typeof CallContextAnswer>
      return { kind: 'value', value: session.redact.json(value) }
    },
}
