import { browserStore } from '#lib/platform/client/browser-store.ts'

type Deed = 'search' | 'filter' | 'next' | 'previous' | 'keys'

/** The keys of the console, with what they do. */
export const consoleKeys: readonly (readonly [keys: string, what: string])[] = [
  ['Ctrl K', 'Search the whole console'],
  ['/', 'Go to the search field of the list'],
  ['j', 'Go to the next row'],
  ['k', 'Go to the previous row'],
  ['Enter', 'Open the row'],
  ['?', 'Show these keys'],
]

const deeds: Readonly<Record<string, Deed>> = { '/': 'filter', j: 'next', k: 'previous', '?': 'keys' }

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'defaultPrevented'>

/** What a key does. Undefined: nothing, such as in a field. `hasLetters`: whether keys without Ctrl do anything. */
export function deedOfKey(pressed: Pressed, hasLetters: boolean): Deed | undefined {
  const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = pressed
  if (defaultPrevented || altKey) return
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'search' : undefined
  const isTyping = target instanceof HTMLElement && target.matches('input, select, textarea, [contenteditable]')
  return isTyping || !hasLetters ? undefined : deeds[key]
}

const name = 'console-keys'

/** Whether single letters are commands. People who speak to their computer, or press keys by accident, turn them off. */
export const areKeysOn = (): boolean => browserStore.getItem(name) !== 'off'

export function setKeysOn(isOn: boolean): void {
  if (isOn) browserStore.removeItem(name)
  else browserStore.setItem(name, 'off')
}
