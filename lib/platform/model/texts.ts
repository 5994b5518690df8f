import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format'
import type * as en from '#messages/en/all.ts'
import { dateTimeFormat, numberFormat, pluralRules } from './formatters.ts'

/** All messages of a language. English has the keys of every other one. */
export type Messages = typeof en

/** A group of messages: one file in each language. */
export type Namespace = keyof Messages

export type TextKey<Name extends Namespace> = keyof Messages[Name] & string

type Values = Readonly<Record<string, string | number | Date>>

/** Writes the messages of one namespace in the reader's language. */
export type Texts<Name extends Namespace> = (key: TextKey<Name>, values?: Values) => string

/** The compiled messages of a namespace, by key. */
export type CompiledTexts = Readonly<Record<string, CompiledMessage>>

const formatters: FormatOptions['formatters'] = {
  getNumberFormat: (locale, options) => numberFormat(String(locale), options ?? {}),
  getDateTimeFormat: (locale, options) => dateTimeFormat(String(locale), options ?? {}),
  getPluralRules: (locale, options) => pluralRules(String(locale), options ?? {}),
}

/** @param locale the language with the reader's region and clock, which determines the format of numbers and plurals */
export function createTexts<Name extends Namespace>(compiled: CompiledTexts, locale: string): Texts<Name> {
  return (key, values) => {
    const parts = formatParts(compiled, locale, key, values)
    return typeof parts === 'string' ? parts : parts.join('')
  }
}

/** Formats a message. Functions among the values render the message's tags. */
export function formatParts<Part = never>(
  compiled: CompiledTexts,
  locale: string,
  key: string,
  values: Readonly<Record<string, string | number | Date | ((children: (string | Part)[]) => Part)>> = {},
): string | (string | Part)[] {
  const message = compiled[key]
  if (message === undefined) throw new Error(`There is no message "${key}"`)
  const made = format<Part>(message, locale, values, { formatters })
  return typeof made === 'string' || Array.isArray(made) ? made : [made]
}
