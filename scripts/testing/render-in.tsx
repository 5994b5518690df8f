import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { TextsProvider } from '#components/ui/texts.tsx'
import { compiledTexts, namespaces } from '#lib/i18n/messages-of.ts'
import type { Language } from '#lib/shared/languages.ts'

/** Renders a component as on a page in a language. */
export const renderIn = (language: Language, ui: ReactNode) =>
  render(
    <TextsProvider locale={language} texts={compiledTexts(language, namespaces)}>
      {ui}
    </TextsProvider>,
  )
