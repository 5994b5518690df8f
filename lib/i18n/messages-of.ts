import compile from 'icu-minify/compile'
import { messages as de } from '#messages/de/all.ts'
import { messages as en, type Messages } from '#messages/en/all.ts'
import { messages as es } from '#messages/es/all.ts'
import { messages as ja } from '#messages/ja/all.ts'
import { messages as nl } from '#messages/nl/all.ts'
import { isLanguage, type PageLanguage } from '../shared/languages.ts'
import type { CompiledTexts, Namespace } from '../travel/texts.ts'
import { toPseudo } from './pseudo.ts'

const translated = { en, es, nl, de, ja }

/** The messages of a namespace as ICU text. */
export function messagesOf(language: PageLanguage, name: Namespace): Readonly<Record<string, string>> {
  if (isLanguage(language)) return translated[language][name]
  return Object.fromEntries(Object.entries(en[name]).map(([key, text]) => [key, toPseudo(text)]))
}

/** All messages of a language. */
export function allMessages(language: PageLanguage): Record<string, Readonly<Record<string, string>>> {
  return Object.fromEntries(namespaces.map((name) => [name, messagesOf(language, name)]))
}

const isNamespace = (name: string): name is Namespace => Object.hasOwn(en, name)
export const namespaces: readonly Namespace[] = Object.keys(en).filter(isNamespace)

/** The messages as the browser gets them: parsed, so that it needs no parser. Compiled once per process. */
export function compiledTexts<Name extends Namespace>(
  language: PageLanguage,
  names: readonly Name[],
): Record<Name, CompiledTexts>
export function compiledTexts(language: PageLanguage, names: readonly Namespace[]): Record<string, CompiledTexts> {
  return Object.fromEntries(names.map((name) => [name, compiledNamespace(language, name)]))
}

const compiled = new Map<string, CompiledTexts>()

function compiledNamespace(language: PageLanguage, name: Namespace): CompiledTexts {
  const id = `${language} ${name}`
  const known = compiled.get(id)
  if (known) return known
  // The compiler's objects have no prototype, and React sends only plain ones to the browser.
  const texts = Object.fromEntries(
    Object.entries(messagesOf(language, name)).map(([key, text]) => [key, structuredClone(compile(text))]),
  )
  compiled.set(id, texts)
  return texts
}

export type { Messages }
