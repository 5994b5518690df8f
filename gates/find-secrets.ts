import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import type { ScannedText } from './scanned-text.ts'

type FoundSecret = { readonly start: number; readonly end: number; readonly what: string }

const maxSecrets = 20
const placeholder = /example|xxxx|\*{3}|your[_-]|<[^>]*>|placeholder|dummy|fake|changeme|0{8}|12345678/i

/** The credentials that secretlint finds in a text, without placeholders. Never returns their values. */
export async function findSecrets({ file, text }: ScannedText): Promise<FoundSecret[]> {
  const { messages } = await lintSource({
    // The name only labels the result: nothing is read from disk.
    source: { filePath: `/${file}`, content: text, contentType: 'text', ext: '' },
    options: {
      maskSecrets: true,
      noPhysicFilePath: true,
      config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] },
    },
  })
  return messages
    .map(({ range: [start, end], ruleId, messageId }) => ({
      start,
      end,
      what: `${ruleId.replace('@secretlint/secretlint-rule-', '')}: ${messageId}`,
    }))
    .filter(({ start, end }) => !placeholder.test(text.slice(start, end)))
    .slice(0, maxSecrets)
}
