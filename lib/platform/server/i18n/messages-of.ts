import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'
import compile from 'icu-minify/compile'
import * as de from '#messages/de/all.ts'
import * as en from '#messages/en/all.ts'
import * as es from '#messages/es/all.ts'
import * as ja from '#messages/ja/all.ts'
import * as nl from '#messages/nl/all.ts'
import { isLanguage, type Language, type PageLanguage } from '../../model/languages.ts'
import type { CompiledTexts, Messages, Namespace } from '../../model/texts.ts'

const accents: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
}

/**
 * An English message with accents, and a third longer, as a translation can be. It shows texts that are not translated
 * and places that are too narrow. Arguments and tags do not change, nor do messages without words.
 */
export function toPseudo(message: string): string {
  const elements = parse(message)
  return elements.every(isWordless) ? message : `[${printAST(elements.map(inAccents))}]`
}

const isWordless = (element: MessageFormatElement): boolean =>
  element.type === TYPE.argument || (element.type === TYPE.literal && !/\p{L}/u.test(element.value))

function inAccents(element: MessageFormatElement): MessageFormatElement {
  switch (element.type) {
    case TYPE.literal: {
      const longer = element.value.replaceAll(/\p{L}{4,}/gu, (word) => word + word.slice(-Math.ceil(word.length / 3)))
      return { ...element, value: longer.replaceAll(/[aeiou]/gi, (letter) => accents[letter] ?? letter) }
    }
    case TYPE.plural:
    case TYPE.select:
      return {
        ...element,
        options: Object.fromEntries(
          Object.entries(element.options).map(([name, option]) => [
            name,
            { ...option, value: option.value.map(inAccents) },
          ]),
        ),
      }
    case TYPE.tag:
      return { ...element, children: element.children.map(inAccents) }
    default:
      return element
  }
}

const translated: Readonly<Record<Language, Messages>> = { en, es, nl, de, ja }

const pseudo = new Map<Namespace, Readonly<Record<string, string>>>()

/** The messages of a namespace as ICU text. The pseudo-locales have the same texts, made once per process. */
export function messagesOf(language: PageLanguage, name: Namespace): Readonly<Record<string, string>> {
  if (isLanguage(language)) return translated[language][name]
  const made =
    pseudo.get(name) ??
    Object.fromEntries(Object.entries(translated.en[name]).map(([key, text]) => [key, toPseudo(text)]))
  pseudo.set(name, made)
  return made
}

/** All messages of a language. */
export function allMessages(language: PageLanguage): Record<string, Readonly<Record<string, string>>> {
  return Object.fromEntries(namespaces.map((name) => [name, messagesOf(language, name)]))
}

const isNamespace = (name: string): name is Namespace => Object.hasOwn(en, name)
export const namespaces: readonly Namespace[] = Object.keys(en).filter(isNamespace)

/** Parsed messages, which can be formatted without a parser. Compiled once per process. */
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
  const texts = Object.fromEntries(
    Object.entries(messagesOf(language, name)).map(([key, text]) => [key, compile(text)]),
  )
  compiled.set(id, texts)
  return texts
}

const inJson = new Map<string, string>()

/** The parsed messages of some namespaces as the browser gets them: JSON, written once per process. */
export function textsInJson(language: PageLanguage, names: readonly Namespace[]): string {
  const id = [language, ...names].join(' ')
  const json = inJson.get(id) ?? JSON.stringify(compiledTexts(language, names))
  inJson.set(id, json)
  return json
}
