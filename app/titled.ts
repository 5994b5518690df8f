import type { Metadata } from 'next'
import { createTexts, type Namespace, type TextKey } from '#lib/platform/model/texts.ts'
import { compiledTexts } from '#lib/platform/server/i18n/messages-of.ts'
import { readingOf } from '#lib/platform/server/i18n/reading.ts'

/** The `generateMetadata` of a page with a fixed title. `more`: such as the referrer of a page whose URL has a token. */
export const titled =
  <Name extends Namespace>(name: Name, key: TextKey<Name>, more: Metadata = {}) =>
  async (): Promise<Metadata> => {
    const { language, locale } = await readingOf()
    return { ...more, title: createTexts<Name>(compiledTexts(language, [name])[name], locale)(key) }
  }
