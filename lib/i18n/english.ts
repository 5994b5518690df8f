import { createTexts, type Namespace, type Texts } from '../travel/texts.ts'
import { compiledTexts } from './messages-of.ts'

/** The English messages, for what is English in every language: answers to models, previews of links. */
export const english = <Name extends Namespace>(name: Name): Texts<Name> =>
  createTexts<Name>(compiledTexts('en', [name])[name], 'en-US')
