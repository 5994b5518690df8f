'use client'

import { createContext, createElement, Fragment, type ReactNode, useContext, useMemo } from 'react'
import {
  type CompiledTexts,
  createTexts,
  formatParts,
  type Namespace,
  type TextKey,
  type Texts,
} from '#lib/platform/model/texts.ts'

/** The reader's locale and the messages of the page, by namespace. */
interface Reading {
  locale: string
  texts: { readonly [name in Namespace]?: CompiledTexts }
}

const ReadingContext = createContext<Reading>({ locale: 'en-GB', texts: {} })

interface TextsProviderProps {
  locale: string
  /** Messages by namespace, as JSON, because React would serialize an object from the server value by value. */
  json: string
  children: ReactNode
}

/** Gives the components below it these messages, in addition to those of an outer provider. */
export function TextsProvider({ locale, json, children }: TextsProviderProps) {
  const outer = useContext(ReadingContext)
  const reading = useMemo(() => {
    const own: Reading['texts'] = JSON.parse(json)
    return { locale, texts: { ...outer.texts, ...own } }
  }, [locale, outer, json])
  return <ReadingContext value={reading}>{children}</ReadingContext>
}

/** The language of the page with the reader's region and clock, for dates, numbers and prices. */
export const useLocale = () => useContext(ReadingContext).locale

function useCompiled(name: Namespace): [CompiledTexts, string] {
  const { locale, texts } = useContext(ReadingContext)
  const compiled = texts[name]
  if (!compiled) throw new Error(`No provider above gives the texts "${name}"`)
  return [compiled, locale]
}

/** The messages of one namespace, which a TextsProvider above must provide. */
export function useTexts<Name extends Namespace>(name: Name): Texts<Name> {
  const [compiled, locale] = useCompiled(name)
  return useMemo(() => createTexts<Name>(compiled, locale), [compiled, locale])
}

type RichValues = Readonly<Record<string, string | number | Date | ((children: ReactNode) => ReactNode)>>

/** Like useTexts, for messages with tags: each tag's function turns its content into an element. */
export function useRichTexts<Name extends Namespace>(
  name: Name,
): (key: TextKey<Name>, values: RichValues) => ReactNode {
  const [compiled, locale] = useCompiled(name)
  return (key, values) => {
    const elements = Object.entries(values).map(([tag, value]) => [
      tag,
      typeof value === 'function'
        ? (children: ReactNode[]) => value(createElement(Fragment, null, ...children))
        : value,
    ])
    const parts = formatParts<ReactNode>(compiled, locale, key, Object.fromEntries(elements))
    return typeof parts === 'string' ? parts : createElement(Fragment, null, ...parts)
  }
}
