import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

const clipboard = { write: vi.fn(), writeText: vi.fn() }
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

class Item {
  parts: Record<string, Promise<Blob>>
  constructor(parts: Record<string, Promise<Blob>>) {
    this.parts = parts
  }
}

const inBrowser = () => vi.stubGlobal('navigator', { clipboard })

test('hands the browser a promise during the press, before the text is read', async () => {
  inBrowser()
  vi.stubGlobal('ClipboardItem', Item)
  const text = Promise.withResolvers<string>()
  clipboard.write.mockImplementation(async ([item]: Item[]) => item?.parts['text/plain'])
  const copied = copyText(text.promise)
  expect(clipboard.write).toHaveBeenCalledOnce()
  text.resolve('AMS to AUA')
  await copied
})

test.each([true, false])('a reading that fails is told as it is, with promised items: %s', async (hasItems) => {
  inBrowser()
  vi.stubGlobal('ClipboardItem', hasItems ? Item : undefined)
  clipboard.write.mockRejectedValue(new Error('no data'))
  await expect(copyText(Promise.reject(new Error('not found')))).rejects.toThrow('not found')
})

test('a refusal of the browser is told as it is', async () => {
  inBrowser()
  vi.stubGlobal('ClipboardItem', undefined)
  clipboard.writeText.mockRejectedValue(new Error('not allowed'))
  await expect(copyText(Promise.resolve('AMS to AUA'))).rejects.toThrow('not allowed')
})
