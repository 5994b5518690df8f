import { type RenderOptions, render as renderBare } from '@testing-library/react'
import type { ReactNode } from 'react'
import { TextsProvider } from '#components/ui/texts.tsx'
import { createTexts, type Namespace, type Texts } from '#lib/platform/model/texts.ts'
import { compiledTexts, namespaces, textsInJson } from '#lib/platform/server/i18n/messages-of.ts'

const texts = compiledTexts('en', namespaces)

/** The English messages of a namespace, for functions that write with them. */
export const englishTexts = <Name extends Namespace>(name: Name): Texts<Name> => createTexts<Name>(texts[name], 'en-GB')

/** Provides a component with the English texts of its page. */
export const InEnglish = ({ children }: { children: ReactNode }) => (
  <TextsProvider locale="en-GB" json={textsInJson('en', namespaces)}>
    {children}
  </TextsProvider>
)

/** Renders a component as on a page in English. */
export const render = (ui: ReactNode, options?: Omit<RenderOptions, 'wrapper'>) =>
  renderBare(ui, { ...options, wrapper: InEnglish })
