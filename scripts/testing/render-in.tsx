import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { TextsProvider } from '#components/ui/texts.tsx'
import type { Language } from '#lib/platform/model/languages.ts'
import { createTexts, type Namespace, type Texts } from '#lib/platform/model/texts.ts'
import { compiledTexts, namespaces, textsInJson } from '#lib/platform/server/i18n/messages-of.ts'

/** The messages of a namespace in a language, for functions that write with them. */
export const textsIn = <Name extends Namespace>(language: Language, name: Name): Texts<Name> =>
  createTexts<Name>(compiledTexts(language, namespaces)[name], language)

/** Renders a component as on a page in this language. */
export const renderIn = (language: Language, ui: ReactNode) =>
  render(
    <TextsProvider locale={language} json={textsInJson(language, namespaces)}>
      {ui}
    </TextsProvider>,
  )
