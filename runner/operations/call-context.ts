import type * as z from 'zod'
import { type CallContextAnswer, CallContextArgs } from '../contract/host-calls.ts'
import { type HostOperation, ordinary, rejected } from './operation.ts'

/** The call during which a skill runs, as its door knows it, and the operator's name. Neither is a secret. */
export const callContextOperation: HostOperation = {
  ...ordinary,
  open:
    ({ call, operatorName, session }) =>
    (args) => {
      if (!CallContextArgs.safeParse(args).success) return rejected('TypeError', 'call.context: takes no arguments')
      const value = { call, operator: { name: operatorName } } satisfies z.infer<typeof CallContextAnswer>
      return { kind: 'value', value: session.redact.json(value) }
    },
}
