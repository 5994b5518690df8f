import fc from 'fast-check'
import type { Json } from '../../contract/skill-io.ts'
import { anyCharacter } from '../../testing/any-character.ts'
import { longText } from '../is-light.ts'

/** Texts too long to process at once, with characters that are easily split in the wrong place. */
const longTexts = fc
  .tuple(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 }), fc.nat({ max: 2 }))
  .map(([text, shift]) => 'x'.repeat(shift) + text.repeat(Math.ceil((1.5 * longText) / text.length)))
const name = fc.string({ unit: anyCharacter, maxLength: 6 })

/** Any JSON that includes values too large to process at once. */
export const largeJson: fc.Arbitrary<Json> = fc
  .letrec<{ tree: Json }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      { weight: 3, arbitrary: fc.jsonValue().map((value): Json => Object(value) && JSON.parse(JSON.stringify(value))) },
      { weight: 1, arbitrary: longTexts },
      { weight: 1, arbitrary: name.map((text): Json => Array.from({ length: 5000 }, (_, n) => ({ n, text }))) },
      { weight: 2, arbitrary: fc.array(tie('tree'), { maxLength: 4 }) },
      { weight: 2, arbitrary: fc.dictionary(name, tie('tree'), { maxKeys: 4 }) },
    ),
  }))
  .tree.map((tree) => [tree, 'é\ud83d'.repeat(longText)])
