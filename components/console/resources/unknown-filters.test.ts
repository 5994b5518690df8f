import { expect, test } from 'vitest'
import * as z from 'zod'
import { unknownFilterText } from './resource-page.tsx'

const textOf = (query: string) =>
  unknownFilterText(new URLSearchParams(query), { state: z.string(), after: z.string() })

test.each([
  ['state=foo&after=1', undefined],
  ['status=foo&status=bar&state=failed', 'This address has a filter that this page does not know: status.'],
  ['toString=1&colour=red', 'This address has filters that this page does not know: toString, colour.'],
  [`${'x'.repeat(900)}=1`, `This address has a filter that this page does not know: ${'x'.repeat(40)} ….`],
])('names each unknown parameter of a URL once, cut to 40 characters, and no known one', (query, text) => {
  expect(textOf(query)).toBe(text)
})
