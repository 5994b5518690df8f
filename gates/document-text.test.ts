import { expect, it } from 'vitest'
import { documentText } from './document-text.ts'
import { zipOf } from './testing/zip-of.ts'

const read = (entries: Record<string, string>, left = 1000) => documentText(zipOf(entries), { left })

it('reads the paragraphs of the entries with text, and their entities', async () => {
  expect(
    await read({
      'a.xml': '<p>a &lt;b&gt; &amp;lt; &quot;&apos;&other;</p><br/>c',
      'b.png': '<p>no</p>',
      'c.HTML': 'd',
    }),
  ).toBe(`a <b> &lt; "'&other;\n\nc\nd`)
})

it('finds a program in it, before any text that cannot be read', async () => {
  for (const name of ['word/vbaProject.bin', 'a.exe', 'b/a.JS', 'a.py'])
    expect(await read({ [name]: 'x', 'a.xml': 'x'.repeat(2000) })).toBe('program')
  expect(await read({ 'a.bin': 'x' })).toBe('')
})

it('reads no more than its budget, all documents together, and no more than 2,000 entries', async () => {
  const budget = { left: 20 }
  const document = zipOf({ 'a.xml': 'x'.repeat(10) })
  for (const text of ['x'.repeat(10), 'x'.repeat(10), 'unread']) expect(await documentText(document, budget)).toBe(text)
  const many = (count: number) => read(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.png`, ''])))
  expect([await many(2000), await many(2001)]).toEqual(['', 'unread'])
})

it('reads no encrypted and no damaged document', async () => {
  const document = zipOf({ 'a.xml': 'text' })
  const encrypted = Buffer.from(document)
  for (const mark of ['PK\x03\x04', 'PK\x01\x02']) {
    const at = encrypted.indexOf(mark, 0, 'latin1') + (mark.endsWith('\x04') ? 6 : 8)
    encrypted.writeUInt16LE(1, at)
  }
  expect(await documentText(encrypted, { left: 1000 })).toBe('unread')
  expect(await documentText(document.subarray(1), { left: 1000 })).toBe('unread')
  expect(await documentText(document, { left: 1000 })).toBe('text')
})
