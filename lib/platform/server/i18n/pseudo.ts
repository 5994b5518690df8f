import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'

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
