import { expect, test } from 'vitest'
import { detailsOf, inputParsing, problemsOf } from '#runner/manifest/input-problems.ts'
import { ToolCall } from './tool-requests.ts'

const call = { name: 'send_message', arguments: { message: 'Hi' } }

test.each([[{ confirmed: true }], [{ confirmed: false }], [{ confirmation_id: 'conf_0000000000000000000000' }]])(
  'refuses %j beside the arguments, and says where it belongs',
  (answer) => {
    const { error } = ToolCall.safeParse({ ...call, ...answer }, inputParsing)
    const [field = ''] = Object.keys(answer)
    expect(error && detailsOf(problemsOf(error, 'body'))).toEqual({
      [field]: expect.stringMatching(/^belongs in arguments: send \{"arguments": .*"confirmed": true/),
    })
    expect(ToolCall.safeParse({ ...call, arguments: { ...call.arguments, ...answer } }).success).toBe(true)
  },
)
