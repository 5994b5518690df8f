import { createTexts, type Namespace, type Texts } from '../../model/texts.ts'
import { compiledTexts } from './messages-of.ts'

/** The English messages, for texts that are always English: answers to models. */
export const english = <Name extends Namespace>(name: Name): Texts<Name> =>
  createTexts<Name>(compiledTexts('en', [name])[name], 'en-US')
