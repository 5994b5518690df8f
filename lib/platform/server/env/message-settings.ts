import type { MailSettings } from '../mail/mailer.ts'
import type { ChannelName, ChannelSettings, GatewaySettings } from './outbound-settings.ts'
import type { Given, Variable, Variables } from './variables.ts'

type Parts = { readonly all: readonly Variable[]; readonly begunBy: readonly Variable[] }

/** The variables that each channel needs, and those that show that it is to be used. */
const partsOf: Readonly<Record<ChannelName, Parts>> = {
  webhook: {
    all: ['TRAVEL_MESSAGE_WEBHOOK_URL'],
    begunBy: ['TRAVEL_MESSAGE_WEBHOOK_URL', 'TRAVEL_MESSAGE_WEBHOOK_TOKEN'],
  },
  telegram: {
    all: ['TRAVEL_TELEGRAM_BOT_TOKEN', 'OPERATOR_TELEGRAM_ID'],
    begunBy: ['TRAVEL_TELEGRAM_BOT_TOKEN'],
  },
  openclaw: {
    all: ['OPENCLAW_GATEWAY_URL', 'OPENCLAW_GATEWAY_TOKEN', 'OPERATOR_TELEGRAM_ID'],
    begunBy: ['OPENCLAW_GATEWAY_URL', 'OPENCLAW_GATEWAY_TOKEN'],
  },
  smtp: { all: ['TRAVEL_SMTP_URL', 'OPERATOR_EMAIL'], begunBy: ['TRAVEL_SMTP_URL'] },
}

const channels: readonly ChannelName[] = ['webhook', 'telegram', 'openclaw', 'smtp']

/** The channels for which at least one variable is set. */
const begunIn = (given: Given): ChannelName[] =>
  channels.filter((name) => partsOf[name].begunBy.some((variable) => given[variable] !== undefined))

/**
 * One sentence for each problem that would stop messages from reaching the operator, or mails from being sent. After a
 * choice, variables of other channels may be for something else: the mail server for alerts, the gateway for skills.
 */
export function messageProblems(given: Given): string[] {
  const begun = begunIn(given)
  const chosen = given.TRAVEL_MESSAGE_CHANNEL
  const needed = chosen === undefined ? begun : channels.filter((name) => name === chosen)
  const missing = needed.flatMap((name) =>
    partsOf[name].all
      .filter((variable) => given[variable] === undefined)
      .map((variable) => `${variable} is missing: the channel ${name} needs it, or set TRAVEL_MESSAGE_CHANNEL=off.`),
  )
  const hasSender = given.TRAVEL_SMTP_FROM !== undefined || given.OPERATOR_EMAIL !== undefined
  if (given.TRAVEL_SMTP_URL !== undefined && !hasSender && !needed.includes('smtp')) {
    missing.push('TRAVEL_SMTP_FROM is missing: mails need a sender.')
  }
  const many =
    begun.length > 1 && chosen === undefined
      ? [`TRAVEL_MESSAGE_CHANNEL is missing: several channels are set, so use one of ${begun.join(', ')} or off.`]
      : []
  return [...many, ...new Set(missing)]
}

/** The operator's channel, from variables without problems. Undefined: no channel is configured, or it is off. */
export function channelOf(values: Variables, given: Given): ChannelSettings | undefined {
  const [only] = begunIn(given)
  switch (values.TRAVEL_MESSAGE_CHANNEL ?? only) {
    case 'webhook': {
      const { TRAVEL_MESSAGE_WEBHOOK_URL: url, TRAVEL_MESSAGE_WEBHOOK_TOKEN: token } = values
      return url === undefined ? undefined : { kind: 'webhook', url, token }
    }
    case 'telegram': {
      const {
        TRAVEL_TELEGRAM_BOT_TOKEN: botToken,
        TRAVEL_TELEGRAM_API_URL: apiUrl,
        OPERATOR_TELEGRAM_ID: chatId,
      } = values
      return botToken && chatId ? { kind: 'telegram', apiUrl, botToken, chatId } : undefined
    }
    case 'openclaw': {
      const { OPENCLAW_GATEWAY_URL: url, OPENCLAW_GATEWAY_TOKEN: token, OPERATOR_TELEGRAM_ID: telegramId } = values
      return url && token && telegramId ? { kind: 'openclaw', url, token, telegramId } : undefined
    }
    case 'smtp': {
      const { TRAVEL_SMTP_URL: url, OPERATOR_EMAIL: to, TRAVEL_SMTP_FROM: from = to } = values
      return url && to && from ? { kind: 'smtp', url, from, to } : undefined
    }
    default:
      return undefined
  }
}

/** The mail server for mails to travelers, whatever the operator's channel is. Undefined: the app sends no mail. */
export function mailOf({
  TRAVEL_SMTP_URL: url,
  OPERATOR_EMAIL: operator,
  TRAVEL_SMTP_FROM: from = operator,
}: Variables): MailSettings | undefined {
  return url !== undefined && from !== undefined ? { url, from } : undefined
}

/** The operator's OpenClaw gateway, whatever the channel is. Undefined: none is configured. */
export function gatewayOf({
  OPENCLAW_GATEWAY_URL: url,
  OPENCLAW_GATEWAY_TOKEN: token,
}: Variables): GatewaySettings | undefined {
  return url !== undefined && token !== undefined ? { url, token } : undefined
}
