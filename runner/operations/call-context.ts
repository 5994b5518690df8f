import type * as z from 'zod'
import { type CallContextAnswer, CallContextArgs } from '../contract/host-calls.ts'
import { type HostOperation, ordinary, rejected } from './operation.ts'

/**
 * The call during which a skill runs, as its door knows it, and the operator. A skill that may message the operator also
 * gets the number of the operator's chat. None of this is a secret.
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
