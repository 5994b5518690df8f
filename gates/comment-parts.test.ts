import { expect, it } from 'vitest'
import { commentParts, maxText } from './scanned-text.ts'

const comment = 'a comment that is long enough for an agent to follow'

it.each([
  ['python', '#'],
  ['javascript', '//'],
] as const)('comments of %s that follow each other are one part, with any line break', (language, mark) => {
  for (const end of ['\n', '\r\n', '\r']) {
    const lines = `${mark} ${comment}${end} \t${mark} more`
    const text = `x = 1${end}${lines}${end}y = 2 ${mark} ${comment}${end}`
    const found = commentParts(language, text).map(({ start, end }) => text.slice(start, end))
    expect(found).toEqual([lines])
  }
})

it.each(['\r', '\u2028', ' ', '\n', '#', '/'])('reads each character of a text of %j a few times at most', (blank) => {
  const text = blank.repeat(maxText)
  for (const language of ['python', 'javascript']) expect(commentParts(language, text).length).toBeLessThan(2)
})
