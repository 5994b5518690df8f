import { browserStore } from '#lib/platform/client/browser-store.ts'

const name = 'console-keys'

/** Whether single letters are commands. People who speak to their computer, or press keys by accident, turn them off. */
export const areKeysOn = (): boolean => browserStore.getItem(name) !== 'off'

export function setKeysOn(isOn: boolean): void {
  if (isOn) browserStore.removeItem(name)
  else browserStore.setItem(name, 'off')
}
