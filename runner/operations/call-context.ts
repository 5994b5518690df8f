import { type OperationContext, operationOf } from './operation.ts'

/** How skills may name and reach the operator. */
export type OperatorServices = {
  /** Absent: "the operator". */
  readonly operatorName?: string | undefined
  /** The operator's Telegram chat. Absent: none is configured. */
  readonly operatorTelegramId?: string | undefined
}

export const nameOf = ({ operatorName = 'the operator' }: OperatorServices): string => operatorName

/**
 * Returns the phone call or chat during which a skill runs, as reported by the entry point, and the operator's name. A
 * skill with the messages permission also gets the operator's chat id. Nothing here is secret.
 */
export const callContextOperation = operationOf('call.context', {
  open: (context: OperationContext & OperatorServices) => () => {
    const { call, grant, operatorTelegramId, session } = context
    const chat =
      grant.permissions.messages && operatorTelegramId !== undefined ? { telegram_id: operatorTelegramId } : {}
    return { kind: 'value', value: session.redact.json({ call, operator: { name: nameOf(context), ...chat } }) }
  },
})
