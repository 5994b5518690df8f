import { defineSkill } from '#runner/sdk/index.ts'
import { oneLine, plainLines } from '#runner/sdk/plain-text.ts'

type Params = {
  readonly message: string
  readonly caller_name?: string
  readonly callback_number?: string
  readonly urgency?: 'normal' | 'urgent'
}

export default defineSkill<Params>(async ({ params }, { messages, SkillError }) => {
  const { urgency = 'normal' } = params
  const message = plainLines(params.message)
  if (message === '') throw new SkillError('INVALID_INPUT', 'an empty message', { field: 'message' })
  const name = oneLine(params.caller_name ?? '')
  const number = oneLine(params.callback_number ?? '')
  const lines = [...(name ? [`From: ${name}`] : []), ...(number ? [`Call back: ${number}`] : [])]
  const text = [...lines, ...(lines.length > 0 ? [''] : []), message].join('\n')
  const { to } = await messages.send({ text, urgent: urgency === 'urgent' })
  const thanks = name === '' ? 'I have noted your message' : `I have noted your message, ${name}`
  return { results: [{ noted: true, to, urgency }], message: `${thanks}. It is kept for ${to}.` }
})
