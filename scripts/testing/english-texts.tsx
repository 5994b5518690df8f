import { type RenderOptions, render as renderBare } from '@testing-library/react'
import type { ReactNode } from 'react'
import { TextsProvider } from '#components/ui/texts.tsx'
import { createTexts, type Namespace, type Texts } from '#lib/platform/model/texts.ts'
import { compiledTexts, namespaces, textsInJson } from '#lib/platform/server/i18n/messages-of.ts'

const texts = compiledTexts('en', namespaces)

/** The English messages of a namespace, for functions that write with them. */
export const englishTexts = <Name extends Namespace>(name: Name): Texts<Name> => createTexts<Name>(texts[name], 'en-GB')

/** Provides a component with the English texts of its page. */
export const InEnglish = ({ locale = 'en-GB', children }: { locale?: string; children: ReactNode }) => (
  <TextsProvider locale={locale} json={textsInJson('en', namespaces)}>
    {children}
  </TextsProvider>
)

interface Options extends Omit<RenderOptions, 'wrapper'> {
  locale?: string
}

/** Renders a component as on a page in English, with the dates and numbers of a locale. */
export const render = (ui: ReactNode, { locale, ...options }: Options = {}) =>
  renderBare(ui, { ...options, wrapper: (props) => <InEnglish {...props} {...(locale && { locale })} /> })
