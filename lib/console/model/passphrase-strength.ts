import { passphraseLength } from './console-move.ts'

export type Strength = 'short' | 'weak' | 'fair' | 'strong'

/** Bits that are out of reach for whoever guesses: each guess costs 64 MB and a quarter of a second. */
const enough = { fair: 45, strong: 65 }

/**
 * A cautious estimate. Characters that repeat or continue a row (`aaa`, `1234`) add almost nothing, and a word of lower
 * case letters is worth one of about 4000, however long it is.
 */
export function strengthOf(passphrase: string): Strength {
  if (passphrase.length < passphraseLength) return 'short'
  const words = passphrase.toLowerCase().match(/[\p{L}]+|[^\p{L}\s_-]+/gu) ?? []
  const bits = [...new Set(words)].reduce((sum, word) => sum + Math.min(bitsOfLetters(word), mostOf(word)), 0)
  return bits >= enough.strong ? 'strong' : bits >= enough.fair ? 'fair' : 'weak'
}

const mostOf = (word: string) => (/^\p{L}+$/u.test(word) && word.length < 16 ? 12 : Number.POSITIVE_INFINITY)

function bitsOfLetters(word: string): number {
  let bits = 0
  let before = 0
  for (const [at, letter] of [...word].entries()) {
    const code = letter.codePointAt(0) ?? 0
    if (at === 0 || Math.abs(code - before) > 1) bits += 4
    before = code
  }
  return bits
}
